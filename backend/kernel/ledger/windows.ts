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
  leaveToRedis,
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
  /** Nothing is left: no request before this time. */
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
  readonly #purses = new Map<string, WindowShare>()
  readonly #redis = new SharedRedis(() => this.#noteAll())
  #closed = false

  /**
   * Uses `n`, or nothing; 0 uses nothing but requires that one is left. Synchronous if this process has a
   * share, which is true for nearly every call.
   */
  spend(row: Row, window: Window, limit: number, n: number): WindowState | Promise<WindowState> {
    const purse = this.#purse(row, window)
    purse.idle = false
    return this.#now(purse, limit, n) ?? this.#wait(purse, limit, n)
  }

  /** Undefined when the store must be asked. */
  #now(purse: WindowShare, limit: number, n: number): WindowState | undefined {
    const time = clock.ticks()
    if (purse.limit !== limit || time >= purse.endsAt) return undefined
    const spent = purse.left >= Math.max(n, 1)
    if (!spent && time >= purse.emptyUntil) return undefined
    if (spent) purse.left -= n
    const left = Math.max(0, limit - purse.total) + purse.left
    return { spent, limit, left, leftMs: purse.endsAt - time }
  }

  async #wait(purse: WindowShare, limit: number, n: number): Promise<WindowState> {
    for (;;) {
      purse.wanted += n
      try {
        await (purse.asking ??= this.#ask(purse, limit))
      } finally {
        purse.wanted -= n
      }
      const state = this.#now(purse, limit, n)
      if (state) return state
    }
  }

  /** Usage of a running window, without this process's unused share. */
  async used(row: Row): Promise<{ used: number; leftMs: number } | undefined> {
    const redis = await this.#redis.here()
    const found =
      (redis && (await this.#tried(() => asRedisFailure(readUsageInRedis(redis, row))))) ??
      (await readUsage(row))
    if (!found) return undefined
    const purse = this.#purses.get(row.key)
    const unspent = purse && clock.ticks() < purse.endsAt ? unspentOf(purse) : 0
    return { used: Math.max(0, found.used - unspent), leftMs: found.msLeft }
  }

  /** Like `used`, for several rows, by scope. Runs inside a tenant, or as operator. */
  async usedOf(rows: readonly Row[]): Promise<Map<string, number>> {
    const [first] = rows
    if (!first) return new Map()
    const scopes = rows.map(({ scope }) => scope)
    const found = await readUsages(first.meter, scopes)
    const redis = await this.#redis.here()
    const there = redis && (await this.#tried(() => asRedisFailure(readUsagesInRedis(redis, rows))))
    for (const [scope, used] of there ?? []) found.set(scope, used)
    for (const row of rows) {
      const purse = this.#purses.get(row.key)
      const used = found.get(row.scope)
      if (!purse || used === undefined || clock.ticks() >= purse.endsAt) continue
      found.set(row.scope, Math.max(0, used - unspentOf(purse)))
    }
    return found
  }

  /** From the database, which is updated from Redis once a second. */
  async usedTogether(meter: string): Promise<number> {
    const { operator, tenantId } = currentContext()
    let used = await readTotalUsage(meter)
    for (const purse of this.#purses.values()) {
      const { row, endsAt } = purse
      const isMeant = row.meter === meter && (operator || row.tenantId === tenantId)
      if (isMeant && clock.ticks() < endsAt) used -= unspentOf(purse)
    }
    return Math.max(0, used)
  }

  /** Cached usage of this process. */
  known(row: Row): { used: number; limit: number } | undefined {
    const purse = this.#purses.get(row.key)
    if (!purse || clock.ticks() >= purse.endsAt) return undefined
    return { used: purse.total - purse.left, limit: purse.limit }
  }

  /** Returns unused shares and forgets ended windows. */
  async sweep(): Promise<void> {
    for (const [key, purse] of this.#purses) {
      if (purse.asking || purse.wanted > 0) continue
      if (clock.ticks() >= purse.endsAt) this.#purses.delete(key)
      else if (purse.idle && purse.window === 'month') await this.#settle(purse)
      purse.idle = true
    }
  }

  /** Returns all shares. */
  async close(): Promise<void> {
    this.#closed = true
    for (const purse of this.#purses.values()) await this.#settle(purse)
    this.#purses.clear()
  }

  #purse(row: Row, window: Window): WindowShare {
    const known = this.#purses.get(row.key)
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
    this.#purses.set(row.key, made)
    return made
  }

  async #ask(purse: WindowShare, limit: number): Promise<void> {
    try {
      await Promise.resolve()
      // A share taken under another limit is returned.
      if (purse.left > 0 && purse.limit !== limit) await this.#giveBack(purse)
      const asked = clock.ticks()
      const runs = asked < purse.endsAt
      if (!runs) purse.owed = 0
      const want = Math.max(1, purse.wanted - (runs ? purse.left : 0))
      const floor = runs ? purse.total : 0
      const taken = await this.#take(purse, {
        ...purse.row,
        window: purse.window,
        limit,
        want,
        floor,
      })
      if (!runs) purse.left = 0
      purse.left += taken.granted
      // Round down: a fraction could leave more time than there is, and a minute of 60,000.00000000001 ms would
      // show 61 seconds.
      const endsAt = Math.floor(asked + taken.msLeft)
      Object.assign(purse, { limit, total: taken.used, endsAt })
      purse.emptyUntil = taken.granted < want ? Math.min(purse.endsAt, asked + emptyMs) : 0
    } finally {
      purse.asking = undefined
    }
  }

  async #take(purse: WindowShare, take: Take): Promise<Taken> {
    const redis = await this.#redis.here()
    const taken = redis && (await this.#tried(() => this.#share(redis, purse, take)))
    return taken ?? (await this.#ofDatabase(purse, take))
  }

  async #ofDatabase(purse: WindowShare, take: Take): Promise<Taken> {
    const taken = await ifWritable(async () => ({ by: await this.#ofRow(purse, take) }))
    return taken ? taken.by : await takeUnwritten(purse, take)
  }

  async #ofRow(purse: WindowShare, take: Take): Promise<Taken> {
    // Without Redis, the row and the unwritten count are all there is.
    const want = take.want + purse.owed
    const taken = await takeOfRow({ ...take, want, floor: 0 }, !this.#redis.isConfigured)
    if (taken) return withoutUnwritten(purse, taken)
    const found = await readUsage(take)
    if (!found) return { granted: 0, used: 0, msLeft: lengthOf[take.window] }
    if (!found.elsewhere || found.used >= take.limit) return found
    // The window is counted in Redis, which is down, or returned for another process first.
    const back = await this.#redis.comesBack()
    const there = back && (await this.#tried(() => this.#share(back, purse, take)))
    if (there) return there
    const over = await takeOfRow(take, true)
    // The known usage was written with it.
    if (over) purse.owed = 0
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

  async #share(redis: Redis, purse: WindowShare, take: Take): Promise<Taken> {
    const { generation } = this.#redis
    const isTold = purse.generation === generation
    let taken = isTold ? await asRedisFailure(takeOfRedis(redis, take)) : undefined
    // The database knows what was used during the outage, and what Redis has lost.
    if (!taken) {
      const known = await ifWritable(() => leaveToRedis(take))
      taken = (await asRedisFailure(
        takeOfRedis(redis, take, known ?? (await unwritten(purse, take)))
      ))!
      // If nothing could be written, the next request updates the row.
      if (known) purse.generation = generation
      purse.owed = 0
    }
    this.#note(purse, taken)
    return taken
  }

  #note(purse: WindowShare, { used }: Taken): void {
    const time = clock.ticks()
    if (purse.window !== 'month' || time - purse.notedAt < noteMs) return
    purse.notedAt = time
    purse.noting = raiseUsage(purse.row, used).catch(() => undefined)
  }

  /** Records this process's usage in the database before any process takes a share there. */
  #noteAll(): void {
    if (this.#closed) return
    for (const { row, total, endsAt } of this.#purses.values()) {
      if (clock.ticks() < endsAt) void raiseUsage(row, total).catch(() => undefined)
    }
  }

  /** A share that cannot be returned is lost: the limit is then reached early. */
  async #giveBack(purse: WindowShare): Promise<void> {
    const { left, owed, row, endsAt } = purse
    if (left === 0 || clock.ticks() >= endsAt) return
    const unspent = Math.max(0, left - owed)
    purse.left = 0
    purse.owed = Math.max(0, owed - left)
    purse.total = Math.max(0, purse.total - left)
    if (unspent === 0) return
    const redis = await this.#redis.here()
    await purse.noting
    await (redis ? giveToBoth(redis, row, unspent) : giveToRow(row, unspent)).catch(() => undefined)
  }

  /** Returns what is left and writes the unwritten count to the row; a failed write is retried the next time. */
  async #settle(purse: WindowShare): Promise<void> {
    await this.#giveBack(purse)
    if (purse.owed === 0 || clock.ticks() >= purse.endsAt) return
    purse.asking ??= this.#ask(purse, purse.limit)
    await purse.asking.then(
      () => this.#giveBack(purse),
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
