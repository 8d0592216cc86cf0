import type { Aside } from './aside/aside.js'
import type { CutChunk } from './aside/stream_cutter.js'
import { Cutting } from './cutting.js'
import { ChunkStorage } from './chunk_storage.js'
import type { Manifest, PlacedChunk } from './content_index.js'
import type { OnDamage } from './damage.js'
import { asStorageError, ContentTooLarge } from './errors.js'
import type { Lease, Leases } from './leases.js'
import { contentId, encodeChunks } from '../chunks/manifest.js'
import type { PackDriver } from './pack_driver.js'

/** Bytes that are stored while the next ones arrive; a writer holds about twice as much in memory. */
const BATCH_BYTES = 4 * 1024 * 1024

/** Bytes that are durable but belong to nothing until they are recorded. */
export interface StoredContent extends Manifest {
  readonly tenantId: string
  /** The chunks this write brought; the others were stored before. */
  readonly placed: PlacedChunk[]
  /** Keeps the chunks until then, its own and those it found. */
  readonly lease: Lease
  /** The draft it comes from, which ends when it is recorded. */
  readonly draft?: { id: string; token: number }
}

export interface WriteOptions {
  maxBytes: number
  /** The pieces of the stream are kept by nobody: the memory of each is given back as soon as it is copied. */
  ownPieces?: boolean
}

/** One write of one stream. */
export class ContentWriter {
  readonly #storage: ChunkStorage
  #storing: Promise<void> = Promise.resolve()

  constructor(
    driver: PackDriver,
    private readonly leases: Leases,
    private readonly tenantId: string,
    onDamage: OnDamage,
    private readonly aside: Aside
  ) {
    this.#storage = new ChunkStorage(driver, tenantId, onDamage)
  }

  /** Cuts, stores and syncs the whole stream; a write that fails gives its room back. */
  async write(
    source: AsyncIterable<Uint8Array>,
    { maxBytes, ownPieces = false }: WriteOptions
  ): Promise<StoredContent> {
    const cutting = new Cutting(this.aside)
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
      // The failure is met where this batch is awaited; until then it must not count as unhandled.
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

/** Smaller pieces may share their memory with others. */
const FREED_FROM = 16 * 1024

/**
 * Gives the memory of a piece back at once. Left to the garbage collector, the pieces of a large upload make it walk
 * the whole heap every 50 MiB, and everybody waits for that.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < FREED_FROM || byteLength < buffer.byteLength) return
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
