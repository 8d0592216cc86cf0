import { buffer } from 'node:stream/consumers'
import { contentStore } from '@crossdock/kernel/storage'
import type { AssetVersion } from '../models/asset_version.js'
import { shownAs, sniffedBytes } from '../shown_as.js'

/** The type a browser may show a version as, by its first bytes; undefined for a download. */
export async function shownType({
  contentId,
  size,
  mimeType,
}: Pick<AssetVersion, 'contentId' | 'size' | 'mimeType'>): Promise<string | undefined> {
  if (size === 0) return shownAs(Buffer.alloc(0), mimeType)
  const end = Math.min(size, sniffedBytes) - 1
  return shownAs(
    await buffer(await contentStore.use().read(contentId, { start: 0, end })),
    mimeType
  )
}
