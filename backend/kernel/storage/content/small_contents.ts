import { ChunkStorage } from '../chunks/chunk_storage.js'
import type { StoredContent } from './content_writer.js'
import { ONE_CHUNK, onlyChunk } from '../hashing/cutting.js'
import type { OnDamage } from '../damage/damage.js'
import { asStorageError } from '../errors.js'
import type { Leases } from '../chunks/leases.js'
import { contentId, encodeChunks, type ChunkRef } from '../../chunks/manifest.js'
import type { PackDriver } from '../packs/pack_driver.js'

/** A content up to this size is always a single chunk. */
export const smallBytes = ONE_CHUNK

interface Writing {
  driver: PackDriver
  leases: Leases
  onDamage: OnDamage
  tenantId: string
}

/** See `ContentStore.writeSmall`. */
export async function writeSmall(
  { driver, leases, onDamage, tenantId }: Writing,
  files: readonly Buffer[]
): Promise<StoredContent[]> {
  const lease = await leases.take(tenantId)
  const storage = new ChunkStorage(driver, tenantId, onDamage)
  const cut = await Promise.all(files.map(chunksOf))
  try {
    await storage.store(cut.flat())
    await storage.sync()
  } catch (error) {
    await storage.release()
    throw asStorageError(error)
  }
  const places = new Map(storage.placed.map((place) => [place.hash, place]))
  return cut.map((chunksOfFile) => {
    const chunks: ChunkRef[] = chunksOfFile.map(({ hash, size }) => ({ hash, size }))
    const placed = chunks.flatMap(({ hash }) => places.get(hash) ?? [])
    const { size = 0, crc32 = 0 } = chunksOfFile[0] ?? {}
    return { tenantId, id: contentId(encodeChunks(chunks)), size, crc32, chunks, placed, lease }
  })
}

/** Returns no chunk for an empty content. */
async function chunksOf(bytes: Buffer) {
  if (bytes.length > smallBytes) throw new Error(`${bytes.length} bytes may be several chunks.`)
  if (bytes.length === 0) return []
  return [await onlyChunk(bytes)]
}
