import { ChunkStorage } from '../chunks/chunk_storage.js'
import { locateChunks } from '../index/content_index.js'
import type { StoredContent } from './content_writer.js'
import { onlyChunk } from '../hashing/cutting.js'
import type { OnDamage } from '../damage/damage.js'
import { asStorageError, ChunksMissing } from '../errors.js'
import type { Leases } from '../chunks/leases.js'
import { contentId, encodeChunks, MAX_CHUNK, type ChunkRef } from '../../chunks/index.js'
import type { PackDriver } from '../packs/pack_driver.js'

interface Writing {
  driver: PackDriver
  leases: Leases
  onDamage: OnDamage
  tenantId: string
}

/** See `ContentStore.writeChunks`. */
export async function writeChunks(
  { driver, leases, onDamage, tenantId }: Writing,
  given: readonly Buffer[]
): Promise<StoredContent> {
  for (const { length } of given) {
    if (length === 0 || length > MAX_CHUNK) {
      throw new RangeError(`A chunk has 1 to ${MAX_CHUNK} bytes, not ${length}.`)
    }
  }
  const lease = await leases.take(tenantId)
  const storage = new ChunkStorage(driver, tenantId, onDamage)
  try {
    await storage.store(await Promise.all(given.map(onlyChunk)))
    await storage.sync()
  } catch (error) {
    await storage.release()
    throw asStorageError(error)
  }
  const { chunks, placed, crc32 } = storage
  const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
  return { tenantId, id: contentId(encodeChunks(chunks)), size, crc32, chunks, placed, lease }
}

/** See `ContentStore.assemble`. */
export async function assemble(
  { leases, tenantId }: Pick<Writing, 'leases' | 'tenantId'>,
  chunks: readonly ChunkRef[]
): Promise<StoredContent> {
  // Take the lease first. From here on, garbage collection keeps every chunk that is found.
  const lease = await leases.take(tenantId)
  const hashes = chunks.map(({ hash }) => hash)
  const located = await locateChunks(tenantId, hashes, { reliable: true })
  const missing = chunks.filter(({ hash, size }) => located.get(hash)?.size !== size)
  if (missing.length > 0) throw new ChunksMissing([...new Set(missing.map(({ hash }) => hash))])
  const refs = chunks.map(({ hash, size }) => ({ hash, size }))
  const size = refs.reduce((sum, chunk) => sum + chunk.size, 0)
  const id = contentId(encodeChunks(refs))
  // No bytes are read here, so the checksum is computed when a zip needs it.
  return { tenantId, id, size, crc32: null, chunks: refs, placed: [], lease }
}
