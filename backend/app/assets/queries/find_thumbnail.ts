import { tenantRows } from '@crossdock/kernel/tenancy'

interface Row {
  content_id: string | null
}

/** The thumbnail of a content: null when it cannot be drawn, undefined when nobody has tried yet. */
export async function findThumbnail(sourceId: string): Promise<string | null | undefined> {
  const [row] = await tenantRows('thumbnails').find<Row>({ source_id: sourceId }, ['content_id'])
  return row?.content_id
}
