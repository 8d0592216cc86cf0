import type { Redis } from 'ioredis'
import { clock } from '../ground/clock.js'
import { ifWritable } from '../database/faults.js'
import { currentContext } from '../ground/context.js'
import type { Row, Window } from './row.js'
import { giveToRedis, lookAtAll, lookInRedis, takeOfRedis } from './redis_windows.js'
import { SharedRedis } from './shared_redis.js'
import { paid, takeUnwritten, unwritten } from './unwritten_windows.js'
import {
  giveToRow,
  leaveToRedis,
  lookAt,
  lookAtAllOf,
  lookAtMany,
  lower,
  raise,
  takeOfRow,
  type Take,
  type Taken,
} from './window_rows.js'

/** What this process has of a window. */
interface Purse {
  row: Row
  window: Window
  /** What was taken and is not spent. */
  left: number
  /** What was counted here alone, because nothing could be written. */
  owed: number
  /** The limit it was taken under. */
  limit: number
  /** Used of the window as it was last told, by all processes and what they have taken. */
  total: number
  /** When the window ends, by a clock that does not jump; never later than it does. */
  endsAt: number
  /** There is nothing more: nobody asks again before. */
  emptyUntil: number
  /** What those who wait want. */
  wanted: number
  asking: Promise<void> | undefined
  /** Of Redis, when it was last told what the database knows. */
  generation: number
  /** When the database was last told what Redis knows, and the telling. */
  notedAt: number
  noting: Promise<void> | undefined
  /** Nothing was spent since the last look. */
  idle: boolean
}

/** What is left of a window, behind a spending. */
export interface WindowState {
  spent: boolean
  limit: number
  left: number
  leftMs: number
}

/** So long whoever was told that there is nothing more believes it: others may give something back. */
const emptyMs = 1_000
/** What Redis knows of a month is noted in the database this often: Redis may come back without it. */
const noteMs = 1_000
/** What is said of a window that has not begun, because nothing may be spent in it. */
const lengthOf: Record<Window, number> = { minute: 60_000, month: 24 * 60 * 60_000 }

/** What the row has of it that is not spent; less than nothing where more was spent than the row knows. */
const unspentOf = ({ left, owed }: Purse) => left - owed

/**
 * Counts what is spent of windows. This process takes shares of what is left, from Redis or from the database, and spends
 * them here; who waits for a share waits with all others for one.
 */
export class Windows {
  readonly #purses = new Map<string, Purse>()
  readonly #redis = new SharedRedis(() => this.#noteAll())
  #closed = false

  /** Spends `n`, or nothing; 0 spends nothing where one could be spent. At once where this process has a share, which nearly every call finds. */
  spend(row: Row, window: Window, limit: number, n: number): WindowState | Promise<WindowState> {
    const purse = this.#purse(row, window)
    purse.idle = false
    return this.#now(purse, limit, n) ?? this.#wait(purse, limit, n)
  }

  /** Undefined where somebody has to be asked. */
  #now(purse: Purse, limit: number, n: number): WindowState | undefined {
    const time = clock.ticks()
    if (purse.limit !== limit || time >= purse.endsAt) return undefined
    const spent = purse.left >= Math.max(n, 1)
    if (!spent && time >= purse.emptyUntil) return undefined
    if (spent) purse.left -= n
    const left = Math.max(0, limit - purse.total) + purse.left
    return { spent, limit, left, leftMs: purse.endsAt - time }
  }

  async #wait(purse: Purse, limit: number, n: number): Promise<WindowState> {
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

  /** What is used of windows that run, without what this process has taken and not spent. */
  async used(row: Row): Promise<{ used: number; leftMs: number } | undefined> {
    const redis = await this.#redis.here()
    const found =
      (redis && (await this.#tried(() => ofRedis(lookInRedis(redis, row))))) ?? (await lookAt(row))
    if (!found) return undefined
    const purse = this.#purses.get(row.key)
    const unspent = purse && clock.ticks() < purse.endsAt ? unspentOf(purse) : 0
    return { used: Math.max(0, found.used - unspent), leftMs: found.msLeft }
  }

  /** As `used`, of many at once, by scope. Runs inside of a tenant, or as operator. */
  async usedOf(rows: readonly Row[]): Promise<Map<string, number>> {
    const [first] = rows
    if (!first) return new Map()
    const scopes = rows.map(({ scope }) => scope)
    const found = await lookAtMany(first.meter, scopes)
    const redis = await this.#redis.here()
    const there = redis && (await this.#tried(() => ofRedis(lookAtAll(redis, rows))))
    for (const [scope, used] of there ?? []) found.set(scope, used)
    for (const row of rows) {
      const purse = this.#purses.get(row.key)
      const used = found.get(row.scope)
      if (!purse || used === undefined || clock.ticks() >= purse.endsAt) continue
      found.set(row.scope, Math.max(0, used - unspentOf(purse)))
    }
    return found
  }

  /** As the database knows them, which is told of Redis once a second. */
  async usedTogether(meter: string): Promise<number> {
    const { operator, tenantId } = currentContext()
    let used = await lookAtAllOf(meter)
    for (const purse of this.#purses.values()) {
      const { row, endsAt } = purse
      const isMeant = row.meter === meter && (operator || row.tenantId === tenantId)
      if (isMeant && clock.ticks() < endsAt) used -= unspentOf(purse)
    }
    return Math.max(0, used)
  }

  /** What this process knows without asking. */
  known(row: Row): { used: number; limit: number } | undefined {
    const purse = this.#purses.get(row.key)
    if (!purse || clock.ticks() >= purse.endsAt) return undefined
    return { used: purse.total - purse.left, limit: purse.limit }
  }

  /** Gives back what lies idle, and forgets what has ended. */
  async sweep(): Promise<void> {
    for (const [key, purse] of this.#purses) {
      if (purse.asking || purse.wanted > 0) continue
      if (clock.ticks() >= purse.endsAt) this.#purses.delete(key)
      else if (purse.idle && purse.window === 'month') await this.#settle(purse)
      purse.idle = true
    }
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    this.#closed = true
    for (const purse of this.#purses.values()) await this.#settle(purse)
    this.#purses.clear()
  }

  #purse(row: Row, window: Window): Purse {
    const known = this.#purses.get(row.key)
    if (known) return known
    const none = { left: 0, limit: -1, total: 0, endsAt: 0, emptyUntil: 0, wanted: 0, notedAt: 0 }
    const made: Purse = {
      ...{ ...none, owed: 0, row, window, asking: undefined, noting: undefined },
      ...{ generation: -1, idle: false },
    }
    this.#purses.set(row.key, made)
    return made
  }

  async #ask(purse: Purse, limit: number): Promise<void> {
    try {
      await Promise.resolve()
      // Of a share that was taken under another limit nothing is spent.
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
      // Of a sum with fractions more could be left than there is: a minute of 60,000.00000000001 ms takes 61 seconds.
      const endsAt = Math.floor(asked + taken.msLeft)
      Object.assign(purse, { limit, total: taken.used, endsAt })
      purse.emptyUntil = taken.granted < want ? Math.min(purse.endsAt, asked + emptyMs) : 0
    } finally {
      purse.asking = undefined
    }
  }

  async #take(purse: Purse, take: Take): Promise<Taken> {
    const redis = await this.#redis.here()
    const taken = redis && (await this.#tried(() => this.#share(redis, purse, take)))
    return taken ?? (await this.#ofDatabase(purse, take))
  }

  async #ofDatabase(purse: Purse, take: Take): Promise<Taken> {
    const taken = await ifWritable(async () => ({ by: await this.#ofRow(purse, take) }))
    return taken ? taken.by : await takeUnwritten(purse, take)
  }

  async #ofRow(purse: Purse, take: Take): Promise<Taken> {
    // Without a Redis the row is all there is to know, and what could not be written into it.
    const want = take.want + purse.owed
    const taken = await takeOfRow({ ...take, want, floor: 0 }, !this.#redis.isConfigured)
    if (taken) return paid(purse, taken)
    const found = await lookAt(take)
    if (!found) return { granted: 0, used: 0, msLeft: lengthOf[take.window] }
    if (!found.elsewhere || found.used >= take.limit) return found
    // It stands in Redis, which is gone, or was back for somebody else before us.
    const back = await this.#redis.comesBack()
    const there = back && (await this.#tried(() => this.#share(back, purse, take)))
    if (there) return there
    const over = await takeOfRow(take, true)
    // What is known to be used went with it.
    if (over) purse.owed = 0
    return over ?? (await lookAt(take)) ?? found
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

  async #share(redis: Redis, purse: Purse, take: Take): Promise<Taken> {
    const { generation } = this.#redis
    const isTold = purse.generation === generation
    let taken = isTold ? await ofRedis(takeOfRedis(redis, take)) : undefined
    // The database knows what was spent while Redis was away, and what Redis has forgotten.
    if (!taken) {
      const known = await ifWritable(() => leaveToRedis(take))
      taken = (await ofRedis(takeOfRedis(redis, take, known ?? (await unwritten(purse, take)))))!
      // Where nothing could be written the row is told by the next one who asks.
      if (known) purse.generation = generation
      purse.owed = 0
    }
    this.#note(purse, taken)
    return taken
  }

  #note(purse: Purse, { used }: Taken): void {
    const time = clock.ticks()
    if (purse.window !== 'month' || time - purse.notedAt < noteMs) return
    purse.notedAt = time
    purse.noting = raise(purse.row, used).catch(() => undefined)
  }

  /** What this process knows goes to the database, before anybody takes anything there. */
  #noteAll(): void {
    if (this.#closed) return
    for (const { row, total, endsAt } of this.#purses.values()) {
      if (clock.ticks() < endsAt) void raise(row, total).catch(() => undefined)
    }
  }

  /** What cannot be given back is lost: it refuses early. */
  async #giveBack(purse: Purse): Promise<void> {
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

  /** Gives back what is left, and tells the row what was counted without it; what cannot be told yet is told the next time. */
  async #settle(purse: Purse): Promise<void> {
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
  if (used !== undefined) await lower(row, used, left)
}

/** What Redis, or the way to it, did not do. */
class RedisFailed extends Error {}

async function ofRedis<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw new RedisFailed('Redis failed.', { cause: error })
  }
}
