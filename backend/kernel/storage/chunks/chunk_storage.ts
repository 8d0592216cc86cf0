import type { CutChunk } from '../hashing/stream_cutter.js'
import { joinedCrc32 } from '../hashing/crc32.js'
import { locateChunks, type PlacedChunk } from '../index/content_index.js'
import { markDamaged, type OnDamage } from '../damage/damage.js'
import { ContentDamaged } from '../errors.js'
import type { ChunkRef } from '../../chunks/manifest.js'
import type { PackDriver } from '../packs/pack_driver.js'

/** Stores the chunks of one write. If a chunk is already stored, verifies it instead. */
export class ChunkStorage {
  /** All chunks of the write, in order. */
  readonly chunks: ChunkRef[] = []
  /** The chunks that this write stored itself. The other ones were stored before. */
  readonly placed: PlacedChunk[] = []
  /** CRC-32 of all chunks in sequence. */
  crc32 = 0
  readonly #known = new Set<string>()

  constructor(
    private readonly driver: PackDriver,
    private readonly tenantId: string,
    private readonly onDamage: OnDamage
  ) {}

  /** Resolves when everything stored would survive a power failure. */
  async sync(): Promise<void> {
    await this.driver.sync(this.tenantId, new Set(this.placed.map(({ pack }) => pack)))
  }

  /** Frees the space of the chunks that this write stored. */
  async release(): Promise<void> {
    await this.driver.release(this.tenantId, this.placed)
  }

  /** Stores the chunks that neither this write nor an earlier one has stored. */
  async store(batch: CutChunk[]): Promise<void> {
    const unknown = batch.filter(({ hash }) => !this.#known.has(hash)).map(({ hash }) => hash)
    const located =
      unknown.length > 0
        ? await locateChunks(this.tenantId, unknown, { reliable: true })
        : new Map<string, PlacedChunk>()
    const stores: Promise<void>[] = []
    const fresh: CutChunk[] = []
    for (const chunk of batch) {
      const { hash, size, bytes } = chunk
      this.chunks.push({ hash, size })
      this.crc32 = joinedCrc32(this.crc32, chunk.crc32, size)
      if (this.#known.has(hash)) continue
      this.#known.add(hash)
      const place = located.get(hash)
      if (place) stores.push(this.#reuse(place, bytes))
      else fresh.push(chunk)
    }
    if (fresh.length > 0) stores.push(this.#append(fresh))
    // All writes must end before a failed one may free its space.
    const results = await Promise.allSettled(stores)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    for (const { giveBack } of batch) giveBack()
  }

  /**
   * Reuses stored bytes if they still equal the given ones, so that acknowledged bytes are readable. Otherwise
   * stores the chunk again, which repairs every content that references it.
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
        : `Pack ${place.pack} has different bytes at ${place.offset}.`
    } catch (error) {
      if (error instanceof ContentDamaged) return error.message
      throw error
    }
  }

  async #append(chunks: Pick<CutChunk, 'hash' | 'size' | 'bytes'>[]): Promise<void> {
    const bytes = chunks.map((chunk) => chunk.bytes)
    const places = await this.driver.append(this.tenantId, bytes)
    for (const [index, { hash, size }] of chunks.entries()) {
      this.placed.push({ hash, size, ...places[index]! })
    }
  }
}
