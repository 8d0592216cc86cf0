import { enqueue } from '@crossdock/kernel/jobs'
import { recordEvent } from '@crossdock/kernel/events'
import { contentStore, type StoredContent } from '@crossdock/kernel/storage'
import { currentContext, insertMissing } from '@crossdock/kernel/tenancy'
import { thumbnailMade } from '../event_types.js'
import { makeThumbnail, makeThumbnailSlowly } from '../job_refs.js'
import type { AssetVersion } from '../models/asset_version.js'
import { canBeDrawn } from '../pictures/draw.js'
import type { Reason } from '../pictures/picture_main.js'

/**
 * Enqueues the thumbnail of a version at the lowest priority, in the caller's transaction. Equal bytes share one
 * thumbnail. Files from visitors of links use the slow lane: their sender is unknown, and the tenant's own files come
 * first.
 */
export async function enqueueThumbnail({
  contentId,
  mimeType,
}: Pick<AssetVersion, 'contentId' | 'mimeType'>): Promise<void> {
  if (!canBeDrawn(mimeType)) return
  if (currentContext().actor.type === 'link') return await enqueueSlowThumbnail(contentId, 0)
  await enqueue(makeThumbnail, { contentId }, { uniqueKey: contentId, priority: 9 })
}

/**
 * Enqueues a thumbnail in the slow lane, in the caller's transaction.
 * @param lost how often the picture has crashed the process of the slow lane
 */
export async function enqueueSlowThumbnail(contentId: string, lost: number): Promise<void> {
  const options = { uniqueKey: contentId, priority: 9 }
  await enqueue(makeThumbnailSlowly, { contentId, lost }, options)
}

/**
 * Records the thumbnail of a content, in the caller's transaction.
 * @param outcome the stored picture, or the reason why there is none; the server does not try again
 * @throws ContentNotFound when no file uses the content any more
 */
export async function recordThumbnail(
  sourceId: string,
  outcome: StoredContent | Reason
): Promise<void> {
  const picture = typeof outcome === 'string' ? null : outcome
  const reason = typeof outcome === 'string' ? outcome : null
  await contentStore.use().hold(sourceId)
  if (picture) await contentStore.use().record(picture)
  await insertMissing('thumbnails', [
    { source_id: sourceId, content_id: picture?.id ?? null, reason },
  ])
  if (picture) await recordEvent(thumbnailMade, { payload: { hash: sourceId } })
}
