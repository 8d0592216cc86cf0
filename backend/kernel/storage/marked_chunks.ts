import { ownRooms } from './aside/chunk_rooms.js'
import { locateChunks } from './content_index.js'
import type { Source } from './content_reader.js'
import { damagedChunks } from './damage.js'
import { ContentDamaged } from './errors.js'
import type { ChunkRef } from '../chunks/manifest.js'
import { readSurely } from './sure_chunk.js'

/** So many are read before the first byte is sent: some seconds. Those behind them are looked at in their turn. */
const mostLooks = 16

/**
 * Reads those of the chunks once more that are marked as damaged: what was away is there again as soon as somebody
 * wants it. @throws ContentDamaged when one of them still is
 */
export async function assertUndamaged(source: Source, chunks: readonly ChunkRef[]): Promise<void> {
  const { tenantId, retries } = source
  const marked = await damagedChunks(tenantId)
  if (marked.size === 0) return
  const named = new Map(chunks.flatMap((one) => (marked.has(one.hash) ? [[one.hash, one]] : [])))
  const known = [...named.keys()].find((hash) => !retries.isDue(tenantId, hash))
  if (known) throw new ContentDamaged(`Chunk ${known} is marked as damaged.`)
  const looked = [...named.values()].slice(0, mostLooks)
  const hashes = looked.map(({ hash }) => hash)
  const places = hashes.length > 0 ? await locateChunks(tenantId, hashes) : undefined
  for (const { hash, size } of looked) {
    await readSurely(source, ownRooms, { hash, size }, places?.get(hash))
  }
}
