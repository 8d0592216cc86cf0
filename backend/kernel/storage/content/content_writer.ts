import type { HashThread } from '../hashing/hash_thread.js'
import type { CutChunk } from '../hashing/stream_cutter.js'
import { Cutting } from '../hashing/cutting.js'
import { ChunkStorage } from '../chunks/chunk_storage.js'
import type { Manifest } from '../index/content_rows.js'
import type { PlacedChunk } from '../index/content_index.js'
import type { OnDamage } from '../damage/damage.js'
import { asStorageError, ContentTooLarge } from '../errors.js'
import type { Lease, Leases } from '../chunks/leases.js'
import { contentId, encodeChunks } from '../../chunks/manifest.js'
import type { PackDriver } from '../packs/pack_driver.js'

/** Size of a batch. One is stored while the next one arrives, so a writer uses about twice as much memory. */
const BATCH_BYTES = 4 * 1024 * 1024

/** Durable bytes that no row references until they are recorded. */
export interface StoredContent extends Manifest {
  readonly tenantId: string
  /** The chunks that this write stored itself. The other ones were stored before. */
  readonly placed: PlacedChunk[]
  /** Protects new and reused chunks until the content is recorded. */
  readonly lease: Lease
  /** The draft that the content comes from. It is deleted when the content is recorded. */
  readonly draft?: { id: string; token: number }
}

export interface WriteOptions {
  maxBytes: number
  /** Only the writer uses the pieces of the stream, so it frees the memory of each piece once it is copied. */
  ownPieces?: boolean
}

/** Writes one stream. */
export class ContentWriter {
  readonly #storage: ChunkStorage
  #storing: Promise<void> = Promise.resolve()

  constructor(
    driver: PackDriver,
    private readonly leases: Leases,
    private readonly tenantId: string,
    onDamage: OnDamage,
    private readonly hashThread: HashThread
  ) {
    this.#storage = new ChunkStorage(driver, tenantId, onDamage)
  }

  /** Cuts, stores and flushes the whole stream. A failed write frees its space. */
  async write(
    source: AsyncIterable<Uint8Array>,
    { maxBytes, ownPieces = false }: WriteOptions
  ): Promise<StoredContent> {
    const cutting = new Cutting(this.hashThread)
    try {
      const lease = await this.leases.take(this.tenantId)
      const size = await this.#consume(source, { maxBytes, ownPieces }, lease, cutting)
      await this.#storage.sync()
      const { chunks, placed, crc32 } = this.#storage
      const { tenantId } = this
      const id = contentId(encodeChunks(chunks))
      return { tenantId, id, size, crc32, chunks, placed, lease }
    } catch (error) {
      await this.#storing.catch(() => undefined)
      await this.#storage.release()
      throw asStorageError(error)
    } finally {
      await cutting.close()
    }
  }

  async #consume(
    source: AsyncIterable<Uint8Array>,
    { maxBytes, ownPieces }: WriteOptions,
    lease: Lease,
    cutting: Cutting
  ): Promise<number> {
    let batch: CutChunk[] = []
    let batchBytes = 0
    let size = 0
    const add = (chunk: CutChunk) => {
      batch.push(chunk)
      batchBytes += chunk.size
    }
    const store = async () => {
      await this.#storing
      this.#storing = this.#storage.store(batch)
      // A failure is reported when this batch is awaited. Until then it must not be an unhandled rejection.
      this.#storing.catch(() => undefined)
      batch = []
      batchBytes = 0
    }
    for await (const piece of source) {
      size += piece.length
      if (size > maxBytes) throw new ContentTooLarge(maxBytes)
      await this.leases.keep(lease)
      for (const chunk of await cutting.push(piece)) {
        add(chunk)
        if (batchBytes >= BATCH_BYTES) await store()
      }
      if (ownPieces) free(piece)
    }
    for (const chunk of await cutting.finish()) add(chunk)
    if (batch.length > 0) await store()
    await this.#storing
    return size
  }
}

/** Only pieces from this size on are freed. Smaller ones may share their memory with other buffers. */
const FREED_FROM = 16 * 1024

/**
 * Frees the memory of a piece immediately. Otherwise a large upload causes a full JavaScript garbage collection
 * every 50 MiB, which blocks the server.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < FREED_FROM || byteLength < buffer.byteLength) return
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
