import { setTimeout as delay } from 'node:timers/promises'
import type { ChunkBuffer, ChunkBuffers } from '../hashing/chunk_buffers.js'
import { locateChunks, type LocatedChunk } from '../index/content_index.js'
import type { Source } from './source.js'
import { markDamaged, unmark } from '../damage/damage.js'
import { ContentDamaged, StorageGone } from '../errors.js'
import type { ChunkRef } from '../../chunks/manifest.js'
import { readVerified } from './verified_chunk.js'

/**
 * Pause before a second read. The first one may fail because a proxy sent a partial answer, or a share is being
 * restored.
 */
export const RETRY_PAUSE_MS = 250

const isSamePlace = (one: LocatedChunk, other: LocatedChunk) =>
  one.pack === other.pack && one.offset === other.offset

/**
 * Like `readVerified`, with retries. Marks a chunk that is damaged in two reads, and removes the mark of an
 * intact one. If compaction has moved the chunk since the lookup, reads it at its new place.
 * @throws ContentDamaged, StorageGone
 */
export async function readWithRetry(
  source: Source,
  buffers: ChunkBuffers,
  chunk: ChunkRef,
  place: LocatedChunk | undefined,
  isAgain = false
): Promise<ChunkBuffer> {
  const { driver, tenantId, retries } = source
  if (place?.isDamaged && !retries.isDue(tenantId, chunk.hash)) {
    throw new ContentDamaged(`Chunk ${chunk.hash} is marked as damaged.`)
  }
  try {
    const buffer = await readVerified(driver, buffers, tenantId, chunk, place)
    if (place?.isDamaged) await removeMark(source, place)
    return buffer
  } catch (error) {
    if (!place || !(error instanceof ContentDamaged || error instanceof StorageGone)) throw error
    const latest = (await locateChunks(tenantId, [chunk.hash])).get(chunk.hash)
    if (latest && !isSamePlace(latest, place)) {
      return await readWithRetry(source, buffers, chunk, latest)
    }
    if (error instanceof StorageGone) throw error
    if (!place.isDamaged && !isAgain) {
      await delay(RETRY_PAUSE_MS)
      return await readWithRetry(source, buffers, chunk, place, true)
    }
    retries.failed(tenantId, chunk.hash)
    if (!place.isDamaged) await mark(source, place, error)
    throw error
  }
}

async function mark({ tenantId, onDamage }: Source, place: LocatedChunk, { message }: Error) {
  const { isDamaged: _mark, ...chunk } = place
  const isNew = await markDamaged(tenantId, chunk)
  if (isNew) onDamage({ tenantId, chunk, reason: message })
}

/** Removes the mark of an intact chunk. If this fails, the next reader removes it. */
async function removeMark({ tenantId, retries }: Source, chunk: LocatedChunk): Promise<void> {
  retries.worked(tenantId, chunk.hash)
  await unmark(tenantId, chunk).catch(() => undefined)
}
