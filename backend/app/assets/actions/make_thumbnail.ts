import { enqueue } from '@crossdock/kernel/jobs'
import { recordEvent } from '@crossdock/kernel/events'
import { contentStore, type StoredContent } from '@crossdock/kernel/storage'
import { insertMissing } from '@crossdock/kernel/tenancy'
import { thumbnailMade } from '../event_types.js'
import { makeThumbnail } from '../job_refs.js'
import type { AssetVersion } from '../models/asset_version.js'
import { canBeDrawn } from '../pictures/draw.js'

/** Has the thumbnail of a version made, behind everybody's work, in the caller's transaction; equal bytes share one. */
export async function wantThumbnail({
  contentId,
  mimeType,
}: Pick<AssetVersion, 'contentId' | 'mimeType'>): Promise<void> {
  if (!canBeDrawn(mimeType)) return
  await enqueue(makeThumbnail, { contentId }, { uniqueKey: contentId, priority: 9 })
}

/**
 * Records what came of drawing a content, in the caller's transaction.
 * @param picture written before; null: it cannot be drawn, which nobody tries again
 * @throws ContentNotFound when nobody named the content any more
 */
export async function recordThumbnail(
  sourceId: string,
  picture: StoredContent | null
): Promise<void> {
  await contentStore.use().hold(sourceId)
  if (picture) await contentStore.use().record(picture)
  await insertMissing('thumbnails', [{ source_id: sourceId, content_id: picture?.id ?? null }])
  if (picture) await recordEvent(thumbnailMade, { payload: { hash: sourceId } })
}
