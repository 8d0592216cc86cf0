import { tenantRows } from '@crossdock/kernel/tenancy'
import type { Reason } from './picture_main.js'

/** The result of drawing a content: a picture, or the reason why there is none. */
export interface Thumbnail {
  contentId: string | null
  /** Null if there is a picture, or if an earlier release recorded the failure. */
  reason: Reason | null
}

interface Row {
  content_id: string | null
  reason: Reason | null
}

/** The thumbnail of a content; undefined when the server has not tried yet. */
export async function findThumbnail(sourceId: string): Promise<Thumbnail | undefined> {
  const wanted = { source_id: sourceId }
  const [row] = await tenantRows('thumbnails').find<Row>(wanted, ['content_id', 'reason'])
  return row && { contentId: row.content_id, reason: row.reason }
}
