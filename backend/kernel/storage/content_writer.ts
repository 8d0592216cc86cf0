import type { Aside } from './aside/aside.js'
import type { CutChunk } from './aside/stream_cutter.js'
import { Cutting } from './cutting.js'
import { locateChunks, type Manifest, type PlacedChunk } from './content_index.js'
import { markDamaged, type OnDamage } from './damage.js'
import { asStorageError, ContentDamaged, ContentTooLarge } from './errors.js'
import type { Lease, Leases } from './leases.js'
import { contentId, encodeChunks, type ChunkRef } from './manifest.js'
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
}

export interface WriteOptions {
  maxBytes: number
  /** The pieces of the stream are kept by nobody: the memory of each is given back as soon as it is copied. */
  ownPieces?: boolean
}

/** One write of one stream. */
export class ContentWriter {
  readonly #chunks: ChunkRef[] = []
  readonly #placed: PlacedChunk[] = []
  readonly #known = new Set<string>()
  #storing: Promise<void> = Promise.resolve()

  constructor(
    private readonly driver: PackDriver,
    private readonly leases: Leases,
    private readonly tenantId: string,
    private readonly onDamage: OnDamage,
    private readonly aside: Aside
  ) {}

  /** Cuts, stores and syncs the whole stream; a write that fails gives its room back. */
  async write(
    source: AsyncIterable<Uint8Array>,
    { maxBytes, ownPieces = false }: WriteOptions
  ): Promise<StoredContent> {
    const cutting = new Cutting(this.aside)
    try {
      const lease = await this.leases.take(this.tenantId)
      const size = await this.#consume(source, { maxBytes, ownPieces }, lease, cutting)
      await this.driver.sync(this.tenantId, new Set(this.#placed.map(({ pack }) => pack)))
      const id = contentId(encodeChunks(this.#chunks))
      const { tenantId } = this
      return { tenantId, id, size, chunks: this.#chunks, placed: this.#placed, lease }
    } catch (error) {
      await this.#storing.catch(() => undefined)
      await this.driver.release(this.tenantId, this.#placed)
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
      this.#storing = this.#store(batch)
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

  /** Stores the chunks that neither this write nor an earlier one has brought. */
  async #store(batch: CutChunk[]): Promise<void> {
    const unknown = batch.filter(({ hash }) => !this.#known.has(hash)).map(({ hash }) => hash)
    const located =
      unknown.length > 0
        ? await locateChunks(this.tenantId, unknown, { reliable: true })
        : new Map<string, PlacedChunk>()
    const stores: Promise<void>[] = []
    const fresh: CutChunk[] = []
    for (const chunk of batch) {
      const { hash, size, bytes } = chunk
      this.#chunks.push({ hash, size })
      if (this.#known.has(hash)) continue
      this.#known.add(hash)
      const place = located.get(hash)
      if (place) stores.push(this.#reuse(place, bytes))
      else fresh.push(chunk)
    }
    if (fresh.length > 0) stores.push(this.#append(fresh))
    // All of them must have ended before a failed write may give its room back.
    const results = await Promise.allSettled(stores)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    for (const { giveBack } of batch) giveBack()
  }

  /**
   * Takes bytes that are stored already for these, but only when they still are these: what is acknowledged can be
   * read. Otherwise the chunk is stored anew, which mends every content that names it.
   */
  async #reuse(place: PlacedChunk, bytes: Buffer): Promise<void> {
    const reason = await this.#damageOf(place, bytes)
    if (reason === null) return
    const { tenantId } = this
    const isNew = await markDamaged(tenantId, place)
    if (isNew) this.onDamage({ tenantId, chunk: place, reason })
    await this.#append([{ hash: place.hash, size: bytes.length, bytes }])
  }

  async #damageOf(place: PlacedChunk, bytes: Buffer): Promise<string | null> {
    try {
      const stored = Buffer.allocUnsafeSlow(place.size)
      await this.driver.read(this.tenantId, place, stored)
      return stored.equals(bytes)
        ? null
        : `Pack ${place.pack} holds other bytes at ${place.offset}.`
    } catch (error) {
      if (error instanceof ContentDamaged) return error.message
      throw error
    }
  }

  async #append(chunks: Omit<CutChunk, 'giveBack'>[]): Promise<void> {
    const bytes = chunks.map((chunk) => chunk.bytes)
    const places = await this.driver.append(this.tenantId, bytes)
    for (const [index, { hash, size }] of chunks.entries()) {
      this.#placed.push({ hash, size, ...places[index]! })
    }
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
