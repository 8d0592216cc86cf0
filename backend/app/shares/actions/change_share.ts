import { assetVisits } from '@crossdock/backend/assets'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, text, type Output } from '@crossdock/kernel/http'
import { shareChanged } from '../event_types.js'
import { endOf, keptUntil } from '../lifetime.js'
import type { Share } from '../models/share.js'
import { lockShare } from '../queries/find_share.js'
import { sharingRule } from '../queries/sharing_rule.js'
import type { shareChanges } from '../validators/share.js'
import { assertMayLetIn } from './assert_may_let_in.js'
import { chosenEnd } from './choose_end.js'

/**
 * Gives a link another name, end or limit; one that had expired or was used up may work again. Who lets more in by it than
 * it did answers for that like whoever makes one. @throws Problem 403, 404, 409, 422
 */
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
    const rule = await sharingRule()
    const end = endOf(share, rule)
    // A record that is sent back as it was read changes nothing.
    const isNewEnd = input.expiresAt !== undefined && input.expiresAt !== end
    const expiresAt = isNewEnd
      ? chosenEnd(input.expiresAt!, share.createdAt, rule)
      : share.expiresAt
    if ((isNewEnd && expiresAt > end) || allowsMore(maxDownloads, share.maxDownloads)) {
      const { assetId, kind, opensAll } = share
      await assetVisits.use().find(assetId)
      await assertMayLetIn({ assetId, kind, opensAll, expiresAt })
    }
    await share.merge({ name, maxDownloads, expiresAt, keptUntil: keptUntil(expiresAt) }).save()
    await recordEvent(shareChanged, {
      target: { type: 'share', id },
      payload: { assetId: share.assetId, name, kind: share.kind, expiresAt, maxDownloads },
    })
    return share
  })
}

const allowsMore = (downloads: number | null, before: number | null): boolean =>
  before !== null && (downloads === null || downloads > before)
