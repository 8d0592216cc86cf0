import type { ChunkBuffer, ChunkBuffers } from '../hashing/chunk_buffers.js'
import type { PlacedChunk } from '../index/content_index.js'
import { ContentDamaged } from '../errors.js'
import type { ChunkRef } from '../../chunks/manifest.js'
import type { PackDriver } from '../packs/pack_driver.js'

/**
 * Reads a chunk and compares it with its hash.
 * @throws ContentDamaged when bytes are missing or differ
 */
export async function readVerified(
  driver: PackDriver,
  buffers: ChunkBuffers,
  tenantId: string,
  chunk: ChunkRef,
  place: PlacedChunk | undefined
): Promise<ChunkBuffer> {
  if (place === undefined) {
    throw new ContentDamaged(`Chunk ${chunk.hash} is named by a content, but its place is unknown.`)
  }
  const buffer = buffers.take(chunk.size)
  try {
    await driver.read(tenantId, place, buffer.bytes)
    if ((await buffer.hash()) === chunk.hash) return buffer
    const where = `pack ${place.pack} at byte ${place.offset}`
    throw new ContentDamaged(`The bytes of chunk ${chunk.hash} in ${where} have changed on disk.`)
  } catch (error) {
    buffer.giveBack()
    throw error
  }
}
