import { ownBuffers } from '../hashing/chunk_buffers.js'
import { locateChunks } from '../index/content_index.js'
import type { Source } from './source.js'
import { damagedChunks } from '../damage/damage.js'
import { ContentDamaged } from '../errors.js'
import type { ChunkRef } from '../../chunks/manifest.js'
import { readWithRetry } from './read_with_retry.js'

/**
 * At most this many chunks are read before the first byte is sent, which takes seconds. Later ones are checked
 * when they are sent.
 */
const maxChecks = 16

/**
 * Reads those of the requested chunks again that are marked as damaged. If they are intact now, the request
 * succeeds.
 * @throws ContentDamaged when one is still damaged
 */
export async function assertUndamaged(source: Source, chunks: readonly ChunkRef[]): Promise<void> {
  const { tenantId, retries } = source
  const marked = await damagedChunks(tenantId)
  if (marked.size === 0) return
  const named = new Map(chunks.flatMap((one) => (marked.has(one.hash) ? [[one.hash, one]] : [])))
  const known = [...named.keys()].find((hash) => !retries.isDue(tenantId, hash))
  if (known) throw new ContentDamaged(`Chunk ${known} is marked as damaged.`)
  const checked = [...named.values()].slice(0, maxChecks)
  const hashes = checked.map(({ hash }) => hash)
  const places = hashes.length > 0 ? await locateChunks(tenantId, hashes) : undefined
  for (const { hash, size } of checked) {
    await readWithRetry(source, ownBuffers, { hash, size }, places?.get(hash))
  }
}
