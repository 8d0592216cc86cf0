import type { Redis } from 'ioredis'
import { clock } from '../ground/clock.js'
import { ifWritable } from '../database/faults.js'
import { currentContext } from '../ground/context.js'
import type { Row, Window } from './row.js'
import { giveToRedis, readUsagesInRedis, readUsageInRedis, takeOfRedis } from './redis_windows.js'
import { SharedRedis } from './shared_redis.js'
import { withoutUnwritten, takeUnwritten, unwritten } from './unwritten_windows.js'
import {
  giveToRow,
  handOverToRedis,
  readUsage,
  readTotalUsage,
  readUsages,
  lowerUsage,
  raiseUsage,
  takeOfRow,
  type Take,
  type Taken,
} from './window_rows.js'

/** This process's share of a window. */
interface WindowShare {
  row: Row
  window: Window
  /** Taken and not used. */
  left: number
  /** Counted only in this process, because nothing could be written. */
  owed: number
  /** The limit at the time of the last share. */
  limit: number
  /** Last known usage of the window over all processes, including their shares. */
  total: number
  /** The end of the window, by a monotonic clock; never later than the real end. */
  endsAt: number
  /** Nothing is left: the store is not asked again before this time. */
  emptyUntil: number
  /** The amount wanted by waiting callers. */
  wanted: number
  asking: Promise<void> | undefined
  /** Generation of Redis that has the database's values. */
  generation: number
  /** When usage in Redis was last recorded in the database, and the running write. */
  notedAt: number
  noting: Promise<void> | undefined
  /** Nothing was used since the last sweep. */
  idle: boolean
}

/** What is left of a window after a use. */
export interface WindowState {
  spent: boolean
  limit: number
  left: number
  leftMs: number
}

/** How long an empty window is assumed to stay empty: other processes may return shares. */
const emptyMs = 1_000
/** Usage of a month in Redis is recorded in the database this often: Redis may restart empty. */
const noteMs = 1_000
/** Assumed length of a window that cannot begin because its limit is 0. */
const lengthOf: Record<Window, number> = { minute: 60_000, month: 24 * 60 * 60_000 }

/** Unused part of the row's count; negative if more was used than the row knows. */
const unspentOf = ({ left, owed }: WindowShare) => left - owed

/**
 * Counts the usage of windows. This process takes shares from Redis or the database and spends them locally;
 * callers that need a new share wait together for one.
 */
export class Windows {
  readonly #shares = new Map<string, WindowShare>()
  readonly #redis = new SharedRedis(() => this.#noteAll())
  #closed = false

  /**
   * Uses `n`, or nothing; 0 uses nothing but requires that one is left. Synchronous if this process has a
   * share, which is true for nearly every call.
   */
  spend(row: Row, window: Window, limit: number, n: number): WindowState | Promise<WindowState> {
    const share = this.#shareOf(row, window)
    share.idle = false
    return this.#now(share, limit, n) ?? this.#wait(share, limit, n)
  }

  /** Undefined when the store must be asked. */
  #now(share: WindowShare, limit: number, n: number): WindowState | undefined {
    const time = clock.ticks()
    if (share.limit !== limit || time >= share.endsAt) return undefined
    const spent = share.left >= Math.max(n, 1)
    if (!spent && time >= share.emptyUntil) return undefined
    if (spent) share.left -= n
    const left = Math.max(0, limit - share.total) + share.left
    return { spent, limit, left, leftMs: share.endsAt - time }
  }

  async #wait(share: WindowShare, limit: number, n: number): Promise<WindowState> {
    for (;;) {
      share.wanted += n
      try {
        await (share.asking ??= this.#ask(share, limit))
      } finally {
        share.wanted -= n
      }
      const state = this.#now(share, limit, n)
      if (state) return state
    }
  }

  /** Usage of a running window, without this process's unused share. */
  async used(row: Row): Promise<{ used: number; leftMs: number } | undefined> {
    const redis = await this.#redis.whenAvailable()
    const found =
      (redis && (await this.#tried(() => asRedisFailure(readUsageInRedis(redis, row))))) ??
      (await readUsage(row))
    if (!found) return undefined
    const share = this.#shares.get(row.key)
    const unspent = share && clock.ticks() < share.endsAt ? unspentOf(share) : 0
    return { used: Math.max(0, found.used - unspent), leftMs: found.msLeft }
  }

  /** Like `used`, for several rows, by scope. Runs inside a tenant, or as operator. */
  async usedOf(rows: readonly Row[]): Promise<Map<string, number>> {
    const [first] = rows
    if (!first) return new Map()
    const scopes = rows.map(({ scope }) => scope)
    const found = await readUsages(first.meter, scopes)
    const redis = await this.#redis.whenAvailable()
    const there = redis && (await this.#tried(() => asRedisFailure(readUsagesInRedis(redis, rows))))
    for (const [scope, used] of there ?? []) found.set(scope, used)
    for (const row of rows) {
      const share = this.#shares.get(row.key)
      const used = found.get(row.scope)
      if (!share || used === undefined || clock.ticks() >= share.endsAt) continue
      found.set(row.scope, Math.max(0, used - unspentOf(share)))
    }
    return found
  }

  /** From the database, which is updated from Redis once a second. */
  async usedTogether(meter: string): Promise<number> {
    const { operator, tenantId } = currentContext()
    let used = await readTotalUsage(meter)
    for (const share of this.#shares.values()) {
      const { row, endsAt } = share
      const isMeant = row.meter === meter && (operator || row.tenantId === tenantId)
      if (isMeant && clock.ticks() < endsAt) used -= unspentOf(share)
    }
    return Math.max(0, used)
  }

  /** Cached usage of this process. */
  known(row: Row): { used: number; limit: number } | undefined {
    const share = this.#shares.get(row.key)
    if (!share || clock.ticks() >= share.endsAt) return undefined
    return { used: share.total - share.left, limit: share.limit }
  }

  /** Returns unused shares and forgets ended windows. */
  async sweep(): Promise<void> {
    for (const [key, share] of this.#shares) {
      if (share.asking || share.wanted > 0) continue
      if (clock.ticks() >= share.endsAt) this.#shares.delete(key)
      else if (share.idle && share.window === 'month') await this.#settle(share)
      share.idle = true
    }
  }

  /** Returns all shares. */
  async close(): Promise<void> {
    this.#closed = true
    for (const share of this.#shares.values()) await this.#settle(share)
    this.#shares.clear()
  }

  #shareOf(row: Row, window: Window): WindowShare {
    const known = this.#shares.get(row.key)
    if (known) return known
    const none = { left: 0, limit: -1, total: 0, endsAt: 0, emptyUntil: 0, wanted: 0, notedAt: 0 }
    const made: WindowShare = {
      ...none,
      owed: 0,
      row,
      window,
      asking: undefined,
      noting: undefined,
      generation: -1,
      idle: false,
    }
    this.#shares.set(row.key, made)
    return made
  }

  async #ask(share: WindowShare, limit: number): Promise<void> {
    try {
      await Promise.resolve()
      // A share taken under another limit is returned.
      if (share.left > 0 && share.limit !== limit) await this.#giveBack(share)
      const asked = clock.ticks()
      const runs = asked < share.endsAt
      if (!runs) share.owed = 0
      const want = Math.max(1, share.wanted - (runs ? share.left : 0))
      const floor = runs ? share.total : 0
      const taken = await this.#take(share, {
        ...share.row,
        window: share.window,
        limit,
        want,
        floor,
      })
      if (!runs) share.left = 0
      share.left += taken.granted
      // Round down: a fraction could leave more time than there is, and a minute of 60,000.00000000001 ms would
      // show 61 seconds.
      const endsAt = Math.floor(asked + taken.msLeft)
      Object.assign(share, { limit, total: taken.used, endsAt })
      share.emptyUntil = taken.granted < want ? Math.min(share.endsAt, asked + emptyMs) : 0
    } finally {
      share.asking = undefined
    }
  }

  async #take(share: WindowShare, take: Take): Promise<Taken> {
    const redis = await this.#redis.whenAvailable()
    const taken = redis && (await this.#tried(() => this.#takeFromRedis(redis, share, take)))
    return taken ?? (await this.#ofDatabase(share, take))
  }

  async #ofDatabase(share: WindowShare, take: Take): Promise<Taken> {
    const taken = await ifWritable(async () => ({ by: await this.#ofRow(share, take) }))
    return taken ? taken.by : await takeUnwritten(share, take)
  }

  async #ofRow(share: WindowShare, take: Take): Promise<Taken> {
    // Without Redis, the row and this process's unwritten count are the whole usage.
    const want = take.want + share.owed
    const taken = await takeOfRow({ ...take, want, floor: 0 }, !this.#redis.isConfigured)
    if (taken) return withoutUnwritten(share, taken)
    const found = await readUsage(take)
    if (!found) return { granted: 0, used: 0, msLeft: lengthOf[take.window] }
    if (!found.elsewhere || found.used >= take.limit) return found
    // Redis counts this window, but is down, or has returned for another process only.
    const back = await this.#redis.awaitReturn()
    const there = back && (await this.#tried(() => this.#takeFromRedis(back, share, take)))
    if (there) return there
    const over = await takeOfRow(take, true)
    // The unwritten usage was written with the new share.
    if (over) share.owed = 0
    return over ?? (await readUsage(take)) ?? found
  }

  /** Undefined when Redis fails. */
  async #tried<T>(asked: () => Promise<T>): Promise<T | undefined> {
    try {
      return await asked()
    } catch (error) {
      if (!(error instanceof RedisFailed)) throw error
      this.#redis.failed()
      return undefined
    }
  }

  async #takeFromRedis(redis: Redis, share: WindowShare, take: Take): Promise<Taken> {
    const { generation } = this.#redis
    const isCurrent = share.generation === generation
    let taken = isCurrent ? await asRedisFailure(takeOfRedis(redis, take)) : undefined
    // The database knows what was used during the outage, and what Redis has lost.
    if (!taken) {
      const known = await ifWritable(() => handOverToRedis(take))
      taken = (await asRedisFailure(
        takeOfRedis(redis, take, known ?? (await unwritten(share, take)))
      ))!
      // If nothing could be written, the next request updates the row.
      if (known) share.generation = generation
      share.owed = 0
    }
    this.#note(share, taken)
    return taken
  }

  #note(share: WindowShare, { used }: Taken): void {
    const time = clock.ticks()
    if (share.window !== 'month' || time - share.notedAt < noteMs) return
    share.notedAt = time
    share.noting = raiseUsage(share.row, used).catch(() => undefined)
  }

  /** Records this process's usage in the database before any process takes a share there. */
  #noteAll(): void {
    if (this.#closed) return
    for (const { row, total, endsAt } of this.#shares.values()) {
      if (clock.ticks() < endsAt) void raiseUsage(row, total).catch(() => undefined)
    }
  }

  /** A share that cannot be returned is lost: the limit is then reached early. */
  async #giveBack(share: WindowShare): Promise<void> {
    const { left, owed, row, endsAt } = share
    if (left === 0 || clock.ticks() >= endsAt) return
    const unspent = Math.max(0, left - owed)
    share.left = 0
    share.owed = Math.max(0, owed - left)
    share.total = Math.max(0, share.total - left)
    if (unspent === 0) return
    const redis = await this.#redis.whenAvailable()
    await share.noting
    await (redis ? giveToBoth(redis, row, unspent) : giveToRow(row, unspent)).catch(() => undefined)
  }

  /** Returns what is left and writes the unwritten count to the row; a failed write is retried the next time. */
  async #settle(share: WindowShare): Promise<void> {
    await this.#giveBack(share)
    if (share.owed === 0 || clock.ticks() >= share.endsAt) return
    share.asking ??= this.#ask(share, share.limit)
    await share.asking.then(
      () => this.#giveBack(share),
      () => undefined
    )
  }
}

async function giveToBoth(redis: Redis, row: Row, left: number): Promise<void> {
  const used = await giveToRedis(redis, row, left)
  if (used !== undefined) await lowerUsage(row, used, left)
}

/** A failure of Redis, or of the connection to it. */
class RedisFailed extends Error {}

async function asRedisFailure<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw new RedisFailed('Redis failed.', { cause: error })
  }
}
