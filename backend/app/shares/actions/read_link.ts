import { assetVisits } from '@crossdock/backend/assets'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
import { SecretError } from '@crossdock/kernel/secrets'
import { shareLinkRead } from '../event_types.js'
import type { Share } from '../models/share.js'
import { lockShare } from '../queries/find_share.js'
import { addressOf, openToken } from '../secret.js'
import { assertMayShare } from './assert_may_share.js'

/**
 * Returns the address of an existing link. The caller needs the rights to create this link. The audit log
 * names the caller.
 * @throws Problem 403, 404, 409 for a link that was revoked or is shown once
 */
export function readLink(id: string): Promise<{ url: string }> {
  return transaction(async () => {
    const share = await lockShare(id)
    const { name, assetId, kind } = share
    if (share.revokedAt !== null) {
      throw conflict('E_REVOKED', text('"{name}" was revoked. Make a new link.', { name }))
    }
    await assetVisits.use().find(assetId)
    await assertMayShare(share)
    const token = tokenOf(share)
    if (token === null) {
      const message = text('"{name}" was shown once, and no copy was kept. Make a new link.', {
        name,
      })
      throw conflict('E_SHOWN_ONCE', message)
    }
    await recordEvent(shareLinkRead, {
      target: { type: 'share', id },
      payload: { assetId, name, kind },
    })
    return { url: addressOf(token) }
  })
}

/** The secret of a link; null when no copy was stored, or its key is gone. */
function tokenOf(share: Share): string | null {
  try {
    return openToken(share)
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
