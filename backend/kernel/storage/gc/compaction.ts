import { setImmediate } from 'node:timers/promises'
import { transaction } from '../../database/index.js'
import { logger } from '../../ground/logger.js'
import { ownBuffers } from '../hashing/chunk_buffers.js'
import { onPool, type PlacedChunk } from '../index/content_index.js'
import { markDamaged, type OnDamage } from '../damage/damage.js'
import { ContentDamaged } from '../errors.js'
import type { Leases } from '../chunks/leases.js'
import type { PackDriver, StoredPack } from '../packs/pack_driver.js'
import { readVerified } from '../chunks/verified_chunk.js'
import { packsAreHeld } from './holds.js'
import { moveChunks, type Copied } from './moved_chunks.js'
import {
  chunksIn,
  forgetEmpty,
  isEmpty,
  emptySince,
  liveBytes,
  referencedPacks,
  recordEmpty,
} from './pack_rows.js'

/** A pack is compacted when less than this share of its bytes is live. */
const liveShare = 0.5
/** Maximum number of chunks, and of bytes, that are copied in one step and kept in memory. */
const chunksPerBatch = 200
const bytesPerBatch = 8 * 1024 * 1024
/** With less free space than this, the packs that free most are compacted first. */
const plentyBytes = 1024 ** 3

/**
 * How long an empty pack is kept. A backup copies the database first. If it copies the content within this
 * time, it finds everything that its database references.
 */
const retentionMs = 24 * 60 * 60_000

/** The position of a walk through a tenant's packs. */
export interface Walk {
  /** The last processed pack. */
  after: string
  /** When the settled epoch began, or shortly before (`Date.now()`). */
  began: number
  signal?: AbortSignal
}

type Wasteful = Pick<StoredPack, 'pack' | 'size' | 'isFormer'> & { live: number }

/** A pack of the former storage, and its number of bytes. */
export interface MovedPack {
  pack: string
  size: number
  /** Live bytes before the move. */
  moved: number
  /** Live bytes that could not be moved: damaged, in use by a writer, or without free space elsewhere. */
  stays: number
}

/**
 * Compacts packs with much dead space in two steps. It copies the live chunks into another pack. It deletes the
 * old pack a day after the last row that references it is gone. The caller must wait for a settled epoch that
 * began after the pack was closed. Then no writer has unrecorded bytes in the pack.
 */
export class Compaction {
  /** Free bytes needed for the smallest step, by tenant. Only tenants whose last walk freed nothing. */
  readonly #needed = new Map<string, number>()

  constructor(
    private readonly driver: PackDriver,
    private readonly leases: Leases,
    private readonly onDamage: OnDamage,
    private readonly retention: number = retentionMs
  ) {}

  /**
   * Compacts a tenant's next pack that was closed before the epoch began.
   * @returns where to continue, or null at the end
   */
  async compactNext(tenantId: string, walk: Walk): Promise<string | null> {
    if (walk.after === '') this.#needed.delete(tenantId)
    for await (const found of this.#wasteful(tenantId, walk)) {
      const { freeBytes } = await this.driver.room()
      if (found.live > 0 && freeBytes - found.live < plentyBytes) {
        await this.#compactByGain(tenantId, walk)
        return walk.signal?.aborted ? walk.after : null
      }
      await this.#compact(tenantId, found, walk.signal)
      return found.pack
    }
    return null
  }

  /**
   * Returns the free bytes needed to compact a pack that found no space, of any tenant; null when there are
   * enough.
   */
  async neededFreeBytes(): Promise<number | null> {
    const needed = Math.min(...this.#needed.values())
    return needed > (await this.driver.room()).freeBytes && needed < Infinity ? needed : null
  }

  /**
   * Copies the live chunks of a tenant's former storage, pack by pack, even of packs that writers still append
   * to. The packs are deleted like any other, once they are closed and empty. A repeated call continues where
   * the last one stopped.
   */
  async *moveFormer(tenantId: string): AsyncGenerator<MovedPack> {
    for await (const { pack, size, isFormer } of this.driver.list(tenantId)) {
      if (!isFormer) continue
      const live = await liveBytes(tenantId, pack)
      if (live > 0 && (await this.#lacks({ live, isFormer })) === null) {
        await this.#copyAll(tenantId, pack, { usesReserve: false })
      }
      yield { pack, size, moved: live, stays: live > 0 ? await liveBytes(tenantId, pack) : 0 }
    }
  }

  /**
   * Counts the packs that a tenant's rows reference but no storage has. They are lost, or their storage is not
   * mounted.
   */
  async countAbsent(tenantId: string): Promise<number> {
    // Read the rows first: a pack written concurrently is stored before a row references it.
    const absent = await referencedPacks(tenantId)
    for await (const { pack } of this.driver.list(tenantId)) absent.delete(pack)
    return absent.size
  }

  /**
   * Deletes packs that have been empty long enough, except during a backup.
   * @returns whether there may be more
   */
  async deleteEmpty(tenantId: string, limit: number): Promise<boolean> {
    if (await packsAreHeld()) return false
    const packs = await emptySince(tenantId, this.retention, limit)
    for (const pack of packs) {
      if (await isEmpty(tenantId, pack)) await this.driver.delete(tenantId, pack)
      await forgetEmpty(tenantId, pack)
    }
    return packs.length === limit
  }

  /** Yields a tenant's next packs to compact. */
  async *#wasteful(tenantId: string, { after, began }: Walk): AsyncGenerator<Wasteful> {
    for await (const { closedAt, ...found } of this.driver.list(tenantId, after)) {
      if (closedAt > began) continue
      const live = await liveBytes(tenantId, found.pack)
      if (found.isFormer || live === 0 || live < found.size * liveShare) yield { ...found, live }
    }
  }

  /**
   * Compacts the rest of a walk, largest gain first. A day later, each deleted pack makes space for the next
   * ones.
   */
  async #compactByGain(tenantId: string, walk: Walk): Promise<void> {
    const all: Wasteful[] = []
    for await (const found of this.#wasteful(tenantId, walk)) all.push(found)
    let needed = Infinity
    let freedPacks = 0
    for (const found of all.sort((a, b) => b.size - b.live - (a.size - a.live))) {
      if (walk.signal?.aborted) return
      const missingBytes = found.live > 0 ? await this.#lacks(found) : null
      if (missingBytes !== null) {
        needed = Math.min(needed, missingBytes)
        continue
      }
      await this.#compact(tenantId, found, walk.signal)
      freedPacks++
    }
    if (freedPacks > 0 || needed === Infinity) return
    this.#needed.set(tenantId, needed)
    const { freeBytes } = await this.driver.room()
    logger.use().warn({ tenantId, freeBytes, neededBytes: needed }, noRoomToCompact)
  }

  async #compact(
    tenantId: string,
    { pack, live, isFormer }: Wasteful,
    signal?: AbortSignal
  ): Promise<void> {
    if (live > 0) await this.#copyAll(tenantId, pack, { usesReserve: !isFormer, signal })
    if (await isEmpty(tenantId, pack)) await recordEmpty(tenantId, pack)
  }

  /**
   * Returns the free bytes needed to copy the live chunks of a pack; null when there are enough. A move must
   * not use the reserve of the new storage.
   */
  async #lacks({ live, isFormer }: Pick<Wasteful, 'live' | 'isFormer'>): Promise<number | null> {
    const { freeBytes, keptBytes, minFreeBytes } = await this.driver.room()
    const needed = live + (isFormer ? keptBytes : minFreeBytes)
    return needed > freeBytes ? needed : null
  }

  async #copyAll(
    tenantId: string,
    pack: string,
    { usesReserve, signal }: { usesReserve: boolean; signal?: AbortSignal | undefined }
  ): Promise<void> {
    for (let offset = 0; ;) {
      const batch = await chunksIn(tenantId, { pack, offset }, chunksPerBatch)
      for (const chunks of inBatches(batch)) {
        // Copied chunks stay copied. The remaining chunks keep the pack from being deleted.
        if (signal?.aborted) return
        await this.#copy(tenantId, chunks, usesReserve)
        await setImmediate()
      }
      const last = batch.at(-1)
      if (!last || batch.length < chunksPerBatch) return
      offset = last.offset + last.size
    }
  }

  /** Copies like any other writer: under a lease, and recorded only once durable. */
  async #copy(tenantId: string, chunks: PlacedChunk[], usesReserve: boolean): Promise<void> {
    const lease = await this.leases.take(tenantId)
    const intact: { chunk: PlacedChunk; bytes: Buffer }[] = []
    for (const chunk of chunks) {
      const bytes = await this.#intactBytes(tenantId, chunk)
      if (bytes) intact.push({ chunk, bytes })
    }
    if (intact.length === 0) return
    const places = await this.driver.append(
      tenantId,
      intact.map(({ bytes }) => bytes),
      { usesReserve }
    )
    await this.driver.sync(tenantId, new Set(places.map(({ pack }) => pack)))
    const copied: Copied[] = intact.map(({ chunk }, index) => ({ chunk, to: places[index]! }))
    await onPool(tenantId, () =>
      transaction(async () => {
        await this.leases.hold(lease)
        await moveChunks(tenantId, copied)
      })
    )
  }

  /** Returns null for a damaged chunk, which stays in its pack. */
  async #intactBytes(tenantId: string, chunk: PlacedChunk): Promise<Buffer | null> {
    try {
      return (await readVerified(this.driver, ownBuffers, tenantId, chunk, chunk)).bytes
    } catch (error) {
      if (!(error instanceof ContentDamaged)) throw error
      const isNew = await markDamaged(tenantId, chunk)
      if (isNew) this.onDamage({ tenantId, chunk, reason: error.message })
      return null
    }
  }
}

const noRoomToCompact =
  'packs cannot be compacted: too little space is free to copy their live chunks'

function inBatches(chunks: PlacedChunk[]): PlacedChunk[][] {
  const batches: PlacedChunk[][] = []
  let bytes = Infinity
  for (const chunk of chunks) {
    bytes += chunk.size
    if (bytes > bytesPerBatch) {
      batches.push([])
      bytes = chunk.size
    }
    batches.at(-1)!.push(chunk)
  }
  return batches
}
