import { assetVisits } from '@crossdock/backend/assets'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { shareChanged } from '../event_types.js'
import { endOf, keptUntil } from '../lifetime.js'
import type { Share } from '../models/share.js'
import { lockShare } from '../queries/find_share.js'
import { sharingRule } from '../queries/sharing_rule.js'
import type { shareChanges } from '../validators/share.js'
import { assertMayShare } from './assert_may_share.js'
import { parseEnd } from './choose_end.js'

/**
 * Changes the name, end or limit of a link. An expired or used-up link may work again. Extending a link requires the
 * same permissions as creating one.
 * @throws Problem 403, 404, 409, 422
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
      throw invalid(
        'maxDownloads',
        text('An upload link allows no downloads. Leave maxDownloads out.')
      )
    }
    const rule = await sharingRule()
    const end = endOf(share, rule)
    // A client may send back the end that it read, which the rule may have shortened.
    const isNewEnd = input.expiresAt !== undefined && input.expiresAt !== end
    const expiresAt = isNewEnd ? parseEnd(input.expiresAt!, share.createdAt, rule) : share.expiresAt
    if ((isNewEnd && expiresAt > end) || allowsMore(maxDownloads, share.maxDownloads)) {
      const { assetId, kind, opensAll } = share
      await assetVisits.use().find(assetId)
      await assertMayShare({ assetId, kind, opensAll, expiresAt })
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
