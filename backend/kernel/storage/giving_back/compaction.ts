import { setImmediate } from 'node:timers/promises'
import { transaction } from '../../database/index.js'
import { logger } from '../../ground/logger.js'
import { ownRooms } from '../aside/chunk_rooms.js'
import { onPool, type PlacedChunk } from '../content_index.js'
import { markDamaged, type OnDamage } from '../damage.js'
import { ContentDamaged } from '../errors.js'
import type { Leases } from '../leases.js'
import type { PackDriver, StoredPack } from '../pack_driver.js'
import { readVerified } from '../verified_chunk.js'
import { packsAreHeld } from './holds.js'
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
/** Where less is free, the packs that give most back come first. */
const plentyBytes = 1024 ** 3

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

type Wasteful = Pick<StoredPack, 'pack' | 'size' | 'isFormer'> & { live: number }

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
  /** Of tenants whose last walk gave nothing back: free bytes it takes for the least of their packs. */
  readonly #needed = new Map<string, number>()

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
  async leaveNext(tenantId: string, walk: Walk): Promise<string | null> {
    if (walk.after === '') this.#needed.delete(tenantId)
    for await (const found of this.#wasteful(tenantId, walk)) {
      const { freeBytes } = await this.driver.room()
      if (found.live > 0 && freeBytes - found.live < plentyBytes) {
        await this.#leaveByGain(tenantId, walk)
        return walk.signal?.aborted ? walk.after : null
      }
      await this.#leave(tenantId, found, walk.signal)
      return found.pack
    }
    return null
  }

  /** Free bytes it takes to give some tenant's room back that got none; null while there are that many. */
  async neededRoom(): Promise<number | null> {
    const needed = Math.min(...this.#needed.values())
    return needed > (await this.driver.room()).freeBytes && needed < Infinity ? needed : null
  }

  /**
   * Copies what is alive in a tenant's former storage, pack by pack, whoever still appends to it. The packs are deleted as
   * all others are, when they are closed and empty. Begun again it goes on where it was.
   */
  async *leaveFormer(tenantId: string): AsyncGenerator<LeftPack> {
    for await (const { pack, size, isFormer } of this.driver.list(tenantId)) {
      if (!isFormer) continue
      const live = await liveBytes(tenantId, pack)
      if (live > 0 && (await this.#lacks({ live, isFormer })) === null) {
        await this.#copyAll(tenantId, pack, { givesBack: false })
      }
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

  /** Deletes packs that were left long enough ago, not while a backup is under way. @returns whether there may be more */
  async deleteLeft(tenantId: string, limit: number): Promise<boolean> {
    if (await packsAreHeld()) return false
    const packs = await leftSince(tenantId, this.kept, limit)
    for (const pack of packs) {
      if (await isEmpty(tenantId, pack)) await this.driver.delete(tenantId, pack)
      await forgetLeft(tenantId, pack)
    }
    return packs.length === limit
  }

  /** A tenant's next packs that are to be given back. */
  async *#wasteful(tenantId: string, { after, began }: Walk): AsyncGenerator<Wasteful> {
    for await (const { closedAt, ...found } of this.driver.list(tenantId, after)) {
      if (closedAt > began) continue
      const live = await liveBytes(tenantId, found.pack)
      if (found.isFormer || live === 0 || live < found.size * liveShare) yield { ...found, live }
    }
  }

  /** All that is left of a walk: each pack that is deleted makes room for the next ones, tomorrow. */
  async #leaveByGain(tenantId: string, walk: Walk): Promise<void> {
    const all: Wasteful[] = []
    for await (const found of this.#wasteful(tenantId, walk)) all.push(found)
    let needed = Infinity
    let given = 0
    for (const found of all.sort((a, b) => b.size - b.live - (a.size - a.live))) {
      if (walk.signal?.aborted) return
      const lacking = found.live > 0 ? await this.#lacks(found) : null
      if (lacking !== null) {
        needed = Math.min(needed, lacking)
        continue
      }
      await this.#leave(tenantId, found, walk.signal)
      given++
    }
    if (given > 0 || needed === Infinity) return
    this.#needed.set(tenantId, needed)
    const { freeBytes } = await this.driver.room()
    logger.use().warn({ tenantId, freeBytes, neededBytes: needed }, noRoomToGiveBack)
  }

  async #leave(
    tenantId: string,
    { pack, live, isFormer }: Wasteful,
    signal?: AbortSignal
  ): Promise<void> {
    if (live > 0) await this.#copyAll(tenantId, pack, { givesBack: !isFormer, signal })
    if (await isEmpty(tenantId, pack)) await noteLeft(tenantId, pack)
  }

  /** Free bytes it takes to copy what is alive in a pack, when there are fewer; another storage is not filled by it. */
  async #lacks({ live, isFormer }: Pick<Wasteful, 'live' | 'isFormer'>): Promise<number | null> {
    const { freeBytes, keptBytes, leastBytes } = await this.driver.room()
    const needed = live + (isFormer ? keptBytes : leastBytes)
    return needed > freeBytes ? needed : null
  }

  async #copyAll(
    tenantId: string,
    pack: string,
    { givesBack, signal }: { givesBack: boolean; signal?: AbortSignal | undefined }
  ): Promise<void> {
    for (let offset = 0; ;) {
      const batch = await chunksIn(tenantId, { pack, offset }, chunksPerBatch)
      for (const chunks of inBatches(batch)) {
        // What is moved is moved; the rest keeps the pack.
        if (signal?.aborted) return
        await this.#copy(tenantId, chunks, givesBack)
        await setImmediate()
      }
      const last = batch.at(-1)
      if (!last || batch.length < chunksPerBatch) return
      offset = last.offset + last.size
    }
  }

  /** As any writer does: under a lease, durable before it is recorded. */
  async #copy(tenantId: string, chunks: PlacedChunk[], givesBack: boolean): Promise<void> {
    const lease = await this.leases.take(tenantId)
    const whole: { chunk: PlacedChunk; bytes: Buffer }[] = []
    for (const chunk of chunks) {
      const bytes = await this.#wholeBytes(tenantId, chunk)
      if (bytes) whole.push({ chunk, bytes })
    }
    if (whole.length === 0) return
    const places = await this.driver.append(
      tenantId,
      whole.map(({ bytes }) => bytes),
      { givesBack }
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

const noRoomToGiveBack =
  'room cannot be given back: too little is free to copy what is alive of the packs it lies in'

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
