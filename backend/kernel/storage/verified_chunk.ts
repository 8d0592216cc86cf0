import type { PlacedChunk } from './content_index.js'
import { ContentDamaged } from './errors.js'
import { hashAside, type ChunkRef } from './manifest.js'
import type { PackDriver } from './pack_driver.js'

/** The bytes of a chunk, held against its hash. @throws ContentDamaged when they are missing or others. */
export async function readVerified(
  driver: PackDriver,
  tenantId: string,
  chunk: ChunkRef,
  place: PlacedChunk | undefined
): Promise<Buffer> {
  if (place === undefined) {
    throw new ContentDamaged(`Chunk ${chunk.hash} is named by a content, but its place is unknown.`)
  }
  const bytes = await driver.read(tenantId, place, chunk.size)
  if ((await hashAside(bytes)) !== chunk.hash) {
    const where = `pack ${place.pack} at byte ${place.offset}`
    throw new ContentDamaged(`The bytes of chunk ${chunk.hash} in ${where} have changed on disk.`)
  }
  return bytes
}
