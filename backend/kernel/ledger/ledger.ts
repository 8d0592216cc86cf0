import { clock } from '../ground/clock.js'
import { currentContext, currentTenantId } from '../ground/context.js'
import { service } from '../ground/service.js'
import { environmentResolver } from '../tenancy/environment_tables.js'
import { afterCommit, afterEnd, dialect } from '../database/database.js'
import { inTenant } from '../tenancy/switch.js'
import { accountOf, isHeld, isWindow, ownPlace, rowAt, type Account } from './account.js'
import { AccountsOfCalls } from './accounts_of_calls.js'
import { book, isPlenty } from './concurrent.js'
import { Held, type HeldState } from './held.js'
import { releaseShared, lockRow, shareRow } from './lock.js'
import {
  environmentLimits,
  limitIn,
  meters,
  type HeldMeter,
  type Meter,
  type Place,
  type StockMeter,
  type WindowMeter,
} from './meters.js'
import { noteStanding } from './rate_headers.js'
import { quotaRefusal } from './refusal.js'
import { rowOf } from './row.js'
import { spentOf, reportReserved } from './use.js'
import { Windows, type WindowState } from './windows.js'

/** Usage of a meter in the unit of its limit, and when it resets. */
export interface Used {
  used: number
  limit: number
  /** ISO 8601; null if it never resets. */
  resetsAt: string | null
}

/** A limit of one thing, such as an external system, in addition to the limits of its environment. */
export interface OwnLimit {
  tenantId: string
  /** Id of the thing. */
  scope: string
  /** What is counted; must not be the name of a meter. */
  name: string
  limit: number
}

const sweepMs = 1_000

/**
 * Accounts for the usage of environments (ADR 32). Uses the environment of the context, or the tenant's
 * `production` if the context has none.
 */
export class Ledger {
  readonly #windows = new Windows()
  readonly #held = new Held()
  readonly #ofCalls = new AccountsOfCalls()
  #timer: NodeJS.Timeout | undefined

  /** Starts returning unused shares. */
  open(): void {
    let turn = 0
    this.#timer = setInterval(() => {
      void this.#held.sweep().catch(() => undefined)
      if (++turn % 10 === 0) void this.#windows.sweep().catch(() => undefined)
    }, sweepMs).unref()
  }

  /** Returns all shares; for process shutdown. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#windows.close()
    await this.#held.close()
  }

  /**
   * Counts a call against every meter of all calls, with one lookup of the limits. Order: places, minutes,
   * months, so that an early refusal costs nothing of a longer-lasting quota.
   * @param admission.hasSeat whether it takes a concurrency place
   * @param admission.counts whether the call uses up windows; if not, the month must still have units left
   * @param held receives the function that frees the place, as soon as one is taken
   * @throws Problem
   */
  async admit(
    place: Place,
    { hasSeat, counts }: { hasSeat: boolean; counts: boolean },
    held: (release: () => void) => void
  ): Promise<void> {
    const accounts = this.#ofCalls.of(place)
    for (const account of accounts instanceof Promise ? await accounts : accounts) {
      if (isWindow(account)) {
        if (!counts && account.meter.window === 'minute') continue
        const spending = this.#spend(account, counts ? 1 : 0)
        if (spending) await spending
      } else if (isHeld(account) && hasSeat) {
        const holding = this.#hold(account)
        held(holding instanceof Promise ? await holding : holding)
      }
    }
  }

  /** Uses `n` units of a window, outside any transaction. @throws Problem when too little is left */
  async spend(name: string, n = 1, where?: Place): Promise<void> {
    const found = await this.#account(name, 'window', where)
    if (found) await this.#spend(found, n)
  }

  #spend(found: Account<WindowMeter>, n: number): void | Promise<void> {
    const { row, meter, limit } = found
    const state = this.#windows.spend(row, meter.window, limit, n)
    return state instanceof Promise
      ? state.then((later) => recordSpent(found, later, n))
      : recordSpent(found, state, n)
  }

  /** Takes one place until the returned function is called. @throws Problem when all are taken */
  async hold(name: string, where?: Place): Promise<() => void> {
    const found = await this.#account(name, 'held', where)
    return found ? await this.#hold(found) : () => undefined
  }

  #hold(found: Account<HeldMeter>): (() => void) | Promise<() => void> {
    const state = this.#held.hold(found.row, found.limit)
    return state instanceof Promise
      ? state.then((later) => recordHeld(found, later))
      : recordHeld(found, state)
  }

  /**
   * Takes a place of a limit, such as one of the concurrent calls to a system. Must run outside a transaction.
   * @returns a function that frees the place; undefined when all places are taken
   */
  async holdOf({ tenantId, scope, name, limit }: OwnLimit): Promise<(() => void) | undefined> {
    return (await this.#held.hold(rowOf(tenantId, scope, name), limit)).release
  }

  /**
   * Uses one unit of a limit per minute.
   * @returns 0, or the milliseconds until the next minute when none is left
   */
  async spendOf({ tenantId, scope, name, limit }: OwnLimit): Promise<number> {
    const { spent, leftMs } = await this.#windows.spend(
      rowOf(tenantId, scope, name),
      'minute',
      limit,
      1
    )
    return spent ? 0 : Math.max(1, leftMs)
  }

  /**
   * Reserves a counted amount in the transaction that will write it, as its first step. The reservation is
   * committed or rolled back with the transaction.
   * @param amount in the unit of the counter: rows, bytes
   * @throws Problem when there is too little room
   */
  async reserve(name: string, amount = 1): Promise<void> {
    const found = await this.#locked(name)
    if (found) await this.#assertRoom(name, found, amount)
  }

  /**
   * Like `reserve`, for an amount known only after the write, such as deduplicated bytes.
   * @param write writes it, in the open transaction
   */
  async reserveFor<T>(name: string, write: () => Promise<T>): Promise<T> {
    const found = await this.#locked(name)
    const result = await write()
    if (found) await this.#assertRoom(name, found, 0)
    return result
  }

  /**
   * Blocks reservations of other transactions until this one ends; for a transaction that locks other rows
   * before it knows its amount.
   * @param atMost upper bound of its reservation, so that others may reserve concurrently while plenty is left
   */
  async lock(name: string, atMost?: number): Promise<void> {
    await this.#locked(name, atMost)
  }

  /** Size limit of one item; undefined without a limit. */
  async limitOf(name: string): Promise<number | undefined> {
    return (await this.#account(name, 'size'))?.limit
  }

  /** Checks for room before a large upload starts; does not reserve. */
  async assertLikely(name: string, amount: number): Promise<void> {
    const found = await this.#account(name, 'stock')
    if (found) await this.#assertRoom(name, found, amount)
  }

  /** Usage of a meter; undefined for one without an account (`size`), and for a missing environment. */
  async used(name: string, place: Place): Promise<Used | undefined> {
    const meter = meters.get(name)
    const limits = meter && (await environmentLimits.use().of(await ownPlace(meter, place)))
    if (!meter || !limits || meter.shape === 'size') return undefined
    const limit = limitIn(limits, name, meter)
    const row = rowAt(name, meter, place)
    if (meter.shape === 'held') {
      return { used: await this.#held.used(row), limit, resetsAt: null }
    }
    if (meter.shape === 'stock') return { used: await inUnit(meter, place), limit, resetsAt: null }
    const found = await this.#windows.used(row)
    const resetsAt = found ? toSecond(clock.now() + found.leftMs) : null
    return { used: found?.used ?? 0, limit, resetsAt }
  }

  /**
   * Usage of a window in many environments, by their ids; omits windows not begun. As operator for several
   * tenants.
   */
  usedOfWindows(name: string, places: readonly Place[]): Promise<Map<string, number>> {
    const meter = meters.get(name)
    return this.#windows.usedOf(meter ? places.map((place) => rowAt(name, meter, place)) : [])
  }

  /** Usage of a window over all environments of the context's tenant, or as operator of all. */
  usedTogether(name: string): Promise<number> {
    return this.#windows.usedTogether(name)
  }

  /** This process's cached usage of a window; undefined if it has none. */
  known(name: string, place: Place): { used: number; limit: number } | undefined {
    const meter = meters.get(name)
    return meter && this.#windows.known(rowAt(name, meter, place))
  }

  async #locked(name: string, atMost?: number): Promise<Account<StockMeter> | undefined> {
    const { trx } = currentContext()
    if (!trx) throw new Error(`Reserve "${name}" inside the transaction that writes it.`)
    const found = await this.#account(name, 'stock')
    if (!found) return undefined
    const key = `${found.row.scope} ${name}`
    const held = locks.get(trx) ?? new Set()
    if (!held.has(key) && !(await this.#shared(found, atMost))) await lockRow(found.row)
    locks.set(trx, held.add(key))
    return found
  }

  /** Whether the open transaction may add this amount concurrently with others. */
  async #shared(
    { row, meter, place, limit }: Account<StockMeter>,
    atMost: number | undefined
  ): Promise<boolean> {
    const { concurrent: most, scale = 1 } = meter
    if (atMost === undefined || most === undefined || dialect() === 'sqlite') return false
    const end = book(row, atMost, most)
    if (!end) return false
    afterEnd(end)
    await shareRow(row)
    const isEnough = isPlenty(limit * scale - (await meter.used(place)), most)
    if (!isEnough) await releaseShared()
    return isEnough
  }

  async #assertRoom(
    name: string,
    { meter, place, limit }: Account<StockMeter>,
    amount: number
  ): Promise<void> {
    const { scale = 1 } = meter
    const used = (await meter.used(place)) + amount
    if (used > limit * scale) throw quotaRefusal(meter, limit, null)
    afterCommit(() => reportReserved({ place, name, used: used / scale, limit }))
  }

  async #account<S extends Meter['shape']>(name: string, shape: S, where?: Place) {
    const meter = meters.get(name) as Extract<Meter, { shape: S }> | undefined
    if (meter?.shape !== shape) throw new Error(`There is no meter "${name}" of shape ${shape}.`)
    const place = await placeNow(meter, where)
    const limits = place && (await environmentLimits.use().of(place))
    if (!place || !limits) return undefined
    return accountOf(name, meter, place, limits)
  }
}

export const ledger = service<Ledger>('kernel.ledger')

/** Times derived from two clocks are no more exact than a second. */
const toSecond = (time: number) => new Date(Math.round(time / 1000) * 1000).toISOString()

/** Another process may free a place within this time. */
const heldRetryMs = 1_000

/** Rows that a transaction has already locked. */
const locks = new WeakMap<object, Set<string>>()

/** @throws Problem when nothing was used */
function recordSpent(
  { name, meter, place, limit, policy }: Account<WindowMeter>,
  { spent, left, leftMs }: WindowState,
  n: number
): void {
  if (policy) noteStanding(currentContext().request, { policy, left, leftMs })
  if (!spent) throw quotaRefusal(meter, limit, leftMs)
  if (n > 0) spentOf(place, name, meter, n)
}

/** @throws Problem when there was no place */
function recordHeld(
  { meter, limit, policy }: Account<HeldMeter>,
  { left, release }: HeldState
): () => void {
  if (policy) noteStanding(currentContext().request, { policy, left })
  if (!release) throw quotaRefusal(meter, limit, heldRetryMs)
  return release
}

async function inUnit({ used, scale = 1 }: StockMeter, place: Place): Promise<number> {
  const counted = await inTenant(place.tenantId, () => used(place))
  // Keep the fraction exact to the byte: a few megabytes of a quota in gigabytes must not become 0.
  return Math.round((counted / scale) * 1e9) / 1e9
}

/** Undefined where nothing is counted: outside tenants, and for a tenant without an environment. */
async function placeNow(meter: Meter, where: Place | undefined): Promise<Place | undefined> {
  if (where) return ownPlace(meter, where)
  if (!currentContext().tenantId || !environmentLimits.peek()) return undefined
  const tenantId = currentTenantId()
  const { environmentId } = currentContext()
  const found = environmentId ?? (await environmentResolver.use().resolve(tenantId, null))
  return found ? ownPlace(meter, { tenantId, environmentId: found }) : undefined
}
