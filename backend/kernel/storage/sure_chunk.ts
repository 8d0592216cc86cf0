import { setTimeout as delay } from 'node:timers/promises'
import type { ChunkRoom, ChunkRooms } from './aside/chunk_rooms.js'
import { locateChunks, type LocatedChunk } from './content_index.js'
import type { Source } from './content_reader.js'
import { markDamaged, unmark } from './damage.js'
import { ContentDamaged, StorageGone } from './errors.js'
import type { ChunkRef } from '../chunks/manifest.js'
import { readVerified } from './verified_chunk.js'

/** What goes wrong once may be a proxy that answered the half, or a share that comes back: it is read anew behind this. */
export const SOON_MS = 250

const isSamePlace = (one: LocatedChunk, other: LocatedChunk) =>
  one.pack === other.pack && one.offset === other.offset

/**
 * As `readVerified`; what is damaged twice is marked, and a mark is taken back where the bytes are whole. A chunk that
 * compaction has moved since it was looked up is read where it lies now.
 * @throws ContentDamaged, StorageGone
 */
export async function readSurely(
  source: Source,
  rooms: ChunkRooms,
  chunk: ChunkRef,
  place: LocatedChunk | undefined,
  isAgain = false
): Promise<ChunkRoom> {
  const { driver, tenantId, retries } = source
  if (place?.isDamaged && !retries.isDue(tenantId, chunk.hash)) {
    throw new ContentDamaged(`Chunk ${chunk.hash} is marked as damaged.`)
  }
  try {
    const room = await readVerified(driver, rooms, tenantId, chunk, place)
    if (place?.isDamaged) await mend(source, place)
    return room
  } catch (error) {
    if (!place || !(error instanceof ContentDamaged || error instanceof StorageGone)) throw error
    const present = (await locateChunks(tenantId, [chunk.hash])).get(chunk.hash)
    if (present && !isSamePlace(present, place)) {
      return await readSurely(source, rooms, chunk, present)
    }
    if (error instanceof StorageGone) throw error
    if (!place.isDamaged && !isAgain) {
      await delay(SOON_MS)
      return await readSurely(source, rooms, chunk, place, true)
    }
    retries.failed(tenantId, chunk.hash)
    if (!place.isDamaged) await note(source, place, error)
    throw error
  }
}

async function note({ tenantId, onDamage }: Source, place: LocatedChunk, { message }: Error) {
  const { isDamaged: _mark, ...chunk } = place
  const isNew = await markDamaged(tenantId, chunk)
  if (isNew) onDamage({ tenantId, chunk, reason: message })
}

/** The bytes are whole, whatever becomes of the mark: where it stays, the next reader takes it back. */
async function mend({ tenantId, retries }: Source, chunk: LocatedChunk): Promise<void> {
  retries.worked(tenantId, chunk.hash)
  await unmark(tenantId, chunk).catch(() => undefined)
}
