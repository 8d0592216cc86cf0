import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { shareDownloaded, shareUploaded } from '../event_types.js'
import type { Share } from '../models/share.js'
import { linkNotFound } from '../queries/open_share.js'

/** The row of a link, if the link works now. Updates of this row serialize concurrent uses and revocations. */
const workingLink = (id: string) =>
  tenantTable('shares').where('id', id).whereNull('revoked_at').where('expires_at', '>', now())

const addTo = (column: 'downloads' | 'uploads', by: number) => unscoped().raw(`${column} + ${by}`)

/** Counts a download before its first byte. Concurrent downloads cannot exceed the limit. @throws Problem 404 */
export function countDownload(share: Share, file: { id: string; name: string }): Promise<void> {
  return transaction(async () => {
    const counted = await workingLink(share.id)
      .whereRaw('(max_downloads is null or downloads < max_downloads)')
      .update({ downloads: addTo('downloads', 1), last_used_at: now() })
    if (Number(counted) === 0) throw linkNotFound()
    const left = await workingLink(share.id)
      .whereRaw('(max_downloads is null or downloads < max_downloads)')
      .select('id')
      .first()
    await recordEvent(shareDownloaded, {
      target: { type: 'share', id: share.id },
      payload: {
        shareId: share.id,
        assetId: file.id,
        name: file.name,
        link: share.name,
        isLast: !left,
      },
    })
  })
}

/** Maximum of uncounted bytes of a file: programs first probe a link with one byte, or read the head of a picture. */
const mostProbed = 64 * 1024
const probedShare = 100

/**
 * Reserves bytes that are sent without counting a download: for all visitors of a link together, at most a
 * hundredth of the file.
 * @returns whether enough bytes were left
 */
export async function reserveProbe(share: Share, size: number, length: number): Promise<boolean> {
  const most = Math.max(1, Math.min(mostProbed, Math.floor(size / probedShare)))
  if (length > most) return false
  const taken = await workingLink(share.id)
    .where('probed_bytes', '<=', most - length)
    .update({ probed_bytes: unscoped().raw('probed_bytes + ?', [length]) })
  return Number(taken) > 0
}

/** Records uploaded files, in the transaction that adds them to the folder. @throws Problem 404 */
export async function countUploads(share: Share, assetIds: string[]): Promise<void> {
  const { length } = assetIds
  const counted = await workingLink(share.id).update({
    uploads: addTo('uploads', length),
    last_used_at: now(),
  })
  if (Number(counted) === 0) throw linkNotFound()
  await recordEvent(shareUploaded, {
    target: { type: 'share', id: share.id },
    payload: { shareId: share.id, assetId: share.assetId, assetIds, link: share.name },
  })
}
