import { grants } from '@crossdock/backend/access'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, text, type Output } from '@crossdock/kernel/http'
import { shareChanged } from '../event_types.js'
import { keptUntil } from '../lifetime.js'
import type { Share } from '../models/share.js'
import { lockShare } from '../queries/find_share.js'
import { sharingRule } from '../queries/sharing_rule.js'
import type { shareChanges } from '../validators/share.js'
import { chosenEnd } from './choose_end.js'

/** Gives a link another name, end or limit; one that had expired or was used up may work again. @throws Problem 404, 409, 422 */
export function changeShare(id: string, input: Output<typeof shareChanges>): Promise<Share> {
  return transaction(async () => {
    const share = await lockShare(id)
    if (share.revokedAt !== null) {
      const message = text('"{name}" was revoked. Make a new link.', { name: share.name })
      throw conflict('E_REVOKED', message)
    }
    const { name = share.name, maxDownloads = share.maxDownloads } = input
    if (share.kind === 'upload' && maxDownloads !== null) {
      throw invalid('maxDownloads', text('By a link for uploads nothing is downloaded.'))
    }
    // A record that is sent back as it was read changes nothing.
    const isNewEnd = input.expiresAt !== undefined && input.expiresAt !== share.expiresAt
    const expiresAt = isNewEnd
      ? chosenEnd(input.expiresAt!, share.createdAt, await sharingRule())
      : share.expiresAt
    if (isNewEnd) await grants.use().assertMayGrant({ expiresAt })
    await share.merge({ name, maxDownloads, expiresAt, keptUntil: keptUntil(expiresAt) }).save()
    await recordEvent(shareChanged, {
      target: { type: 'share', id },
      payload: { assetId: share.assetId, name, kind: share.kind, expiresAt, maxDownloads },
    })
    return share
  })
}
