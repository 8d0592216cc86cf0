import type { ChunkRoom, ChunkRooms } from './aside/chunk_rooms.js'
import type { PlacedChunk } from './content_index.js'
import { ContentDamaged } from './errors.js'
import type { ChunkRef } from '../chunks/manifest.js'
import type { PackDriver } from './pack_driver.js'

/** The bytes of a chunk, held against its hash. @throws ContentDamaged when they are missing or others. */
export async function readVerified(
  driver: PackDriver,
  rooms: ChunkRooms,
  tenantId: string,
  chunk: ChunkRef,
  place: PlacedChunk | undefined
): Promise<ChunkRoom> {
  if (place === undefined) {
    throw new ContentDamaged(`Chunk ${chunk.hash} is named by a content, but its place is unknown.`)
  }
  const room = rooms.take(chunk.size)
  try {
    await driver.read(tenantId, place, room.bytes)
    if ((await room.hash()) === chunk.hash) return room
    const where = `pack ${place.pack} at byte ${place.offset}`
    throw new ContentDamaged(`The bytes of chunk ${chunk.hash} in ${where} have changed on disk.`)
  } catch (error) {
    room.giveBack()
    throw error
  }
}
