import { setImmediate } from 'node:timers/promises'
import { transaction } from '../../database/index.js'
import { ownRooms } from '../aside/chunk_rooms.js'
import { onPool, type PlacedChunk } from '../content_index.js'
import { markDamaged, type OnDamage } from '../damage.js'
import { ContentDamaged } from '../errors.js'
import type { Leases } from '../leases.js'
import type { PackDriver } from '../pack_driver.js'
import { readVerified } from '../verified_chunk.js'
import { moveChunks, type Copied } from './moved_chunks.js'
import {
  chunksIn,
  forgetLeft,
  isEmpty,
  leftSince,
  liveBytes,
  namedPacks,
  noteLeft,
} from './pack_rows.js'

/** A pack is given back when less of it than this is alive. */
const liveShare = 0.5
/** Chunks, and bytes, that are copied in one go and held in memory meanwhile. */
const chunksPerBatch = 200
const bytesPerBatch = 8 * 1024 * 1024
/** Beyond this nothing is copied: the room is needed by those who write. */
const leastFreeBytes = 1024 ** 3

/**
 * How long an empty pack is kept: a copy of the content that was begun within that time behind a copy of the database
 * holds all that the database names.
 */
const keptMs = 24 * 60 * 60_000

/** Of the packs of a tenant. */
export interface Walk {
  /** Behind this pack. */
  after: string
  /** When the epoch began that is settled (`Date.now()`, taken before). */
  began: number
  signal?: AbortSignal
}

/** A pack of a former storage, and its bytes. */
export interface LeftPack {
  pack: string
  size: number
  /** Alive before. */
  moved: number
  /** Still alive there: damaged, in somebody's hand, or without room elsewhere. */
  stays: number
}

/**
 * Gives packs back that have much dead room, in two steps: what is alive in one is copied into another, and when nothing
 * names the old one any more it is kept for a while and then deleted. It asks of its caller that an epoch is settled which
 * began when the pack had been closed already: so nobody has bytes in it that are still to be recorded.
 */
export class Compaction {
  constructor(
    private readonly driver: PackDriver,
    private readonly leases: Leases,
    private readonly onDamage: OnDamage,
    private readonly kept: number = keptMs
  ) {}

  /**
   * Looks at a tenant's next pack that was closed before the epoch began.
   * @returns where to go on, or null at the end
   */
  async leaveNext(tenantId: string, { after, began, signal }: Walk): Promise<string | null> {
    for await (const { pack, size, closedAt, isFormer } of this.driver.list(tenantId, after)) {
      if (closedAt > began) continue
      const live = await liveBytes(tenantId, pack)
      if (!isFormer && live > 0 && live >= size * liveShare) continue
      if (live > 0 && (await this.#hasRoom())) await this.#copyAll(tenantId, pack, signal)
      if (await isEmpty(tenantId, pack)) await noteLeft(tenantId, pack)
      return pack
    }
    return null
  }

  /**
   * Copies what is alive in a tenant's former storage, pack by pack, whoever still appends to it. The packs are deleted as
   * all others are, when they are closed and empty. Begun again it goes on where it was.
   */
  async *leaveFormer(tenantId: string): AsyncGenerator<LeftPack> {
    for await (const { pack, size, isFormer } of this.driver.list(tenantId)) {
      if (!isFormer) continue
      const live = await liveBytes(tenantId, pack)
      if (live > 0 && (await this.#hasRoom())) await this.#copyAll(tenantId, pack)
      yield { pack, size, moved: live, stays: live > 0 ? await liveBytes(tenantId, pack) : 0 }
    }
  }

  /** How many packs the rows of a tenant name that lie nowhere: damaged ones, or those of a storage that is not there. */
  async countAbsent(tenantId: string): Promise<number> {
    // Named first: what is written meanwhile lies there before it is named.
    const absent = await namedPacks(tenantId)
    for await (const { pack } of this.driver.list(tenantId)) absent.delete(pack)
    return absent.size
  }

  /** Deletes packs that were left long enough ago. @returns whether there may be more */
  async deleteLeft(tenantId: string, limit: number): Promise<boolean> {
    const packs = await leftSince(tenantId, this.kept, limit)
    for (const pack of packs) {
      if (await isEmpty(tenantId, pack)) await this.driver.delete(tenantId, pack)
      await forgetLeft(tenantId, pack)
    }
    return packs.length === limit
  }

  async #hasRoom(): Promise<boolean> {
    return (await this.driver.check()).freeBytes > leastFreeBytes
  }

  async #copyAll(tenantId: string, pack: string, signal?: AbortSignal): Promise<void> {
    for (let offset = 0; ;) {
      const batch = await chunksIn(tenantId, { pack, offset }, chunksPerBatch)
      for (const chunks of inBatches(batch)) {
        // What is moved is moved; the rest keeps the pack.
        if (signal?.aborted) return
        await this.#copy(tenantId, chunks)
        await setImmediate()
      }
      const last = batch.at(-1)
      if (!last || batch.length < chunksPerBatch) return
      offset = last.offset + last.size
    }
  }

  /** As any writer does: under a lease, durable before it is recorded. */
  async #copy(tenantId: string, chunks: PlacedChunk[]): Promise<void> {
    const lease = await this.leases.take(tenantId)
    const whole: { chunk: PlacedChunk; bytes: Buffer }[] = []
    for (const chunk of chunks) {
      const bytes = await this.#wholeBytes(tenantId, chunk)
      if (bytes) whole.push({ chunk, bytes })
    }
    if (whole.length === 0) return
    const places = await this.driver.append(
      tenantId,
      whole.map(({ bytes }) => bytes)
    )
    await this.driver.sync(tenantId, new Set(places.map(({ pack }) => pack)))
    const copied: Copied[] = whole.map(({ chunk }, index) => ({ chunk, to: places[index]! }))
    await onPool(tenantId, () =>
      transaction(async () => {
        await this.leases.hold(lease)
        await moveChunks(tenantId, copied)
      })
    )
  }

  /** Nothing of a damaged chunk, which stays where it lies, and with it its pack. */
  async #wholeBytes(tenantId: string, chunk: PlacedChunk): Promise<Buffer | null> {
    try {
      return (await readVerified(this.driver, ownRooms, tenantId, chunk, chunk)).bytes
    } catch (error) {
      if (!(error instanceof ContentDamaged)) throw error
      const isNew = await markDamaged(tenantId, chunk)
      if (isNew) this.onDamage({ tenantId, chunk, reason: error.message })
      return null
    }
  }
}

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
