import { clock } from '../ground/clock.js'
import { currentContext, currentTenantId } from '../ground/context.js'
import { service } from '../ground/service.js'
import { environmentResolver } from '../http/identity.js'
import { afterCommit, afterEnd, dialect } from '../database/database.js'
import { inTenant } from '../tenancy/switch.js'
import { accountOf, isHeld, isWindow, ownPlace, rowAt, type Account } from './account.js'
import { AccountsOfCalls } from './accounts_of_calls.js'
import { book, isPlenty } from './beside.js'
import { Held, type HeldState } from './held.js'
import { giveBack, lockRow, shareRow } from './lock.js'
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
import { spentOf, tellUse } from './use.js'
import { Windows, type WindowState } from './windows.js'

/** How much is used of a meter, in the unit of its limit, and until when. */
export interface Used {
  used: number
  limit: number
  /** ISO 8601; null for what no time resets. */
  resetsAt: string | null
}

/** A limit of one thing, such as an external system, besides the limits of its environment. */
export interface OwnLimit {
  tenantId: string
  /** Id of the thing. */
  scope: string
  /** What is counted. The name must not be that of a meter. */
  name: string
  limit: number
}

const sweepMs = 1_000

/**
 * Keeps account of what environments may use (ADR 32). Each call works in the environment of the context; where there is none
 * in that of its tenant's `production`.
 */
export class Ledger {
  readonly #windows = new Windows()
  readonly #held = new Held()
  readonly #ofCalls = new AccountsOfCalls()
  #timer: NodeJS.Timeout | undefined

  /** Gives back what lies idle from now on. */
  open(): void {
    let turn = 0
    this.#timer = setInterval(() => {
      void this.#held.sweep().catch(() => undefined)
      if (++turn % 10 === 0) void this.#windows.sweep().catch(() => undefined)
    }, sweepMs).unref()
  }

  /** Gives all of it back; for the end of the process. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#windows.close()
    await this.#held.close()
  }

  /**
   * Counts a call against every meter of all calls, by one look at the limits. What is refused early costs nothing of what
   * lasts longer: places, minutes, months.
   * @param admission.hasSeat whether it takes a place of what may be used at once
   * @param admission.counts whether it spends of windows; else it only needs a month that is not used up
   * @param held is told how to give a place back, as soon as one is taken
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

  /** Spends of a window, outside of any transaction. @throws Problem when there is not as much left */
  async spend(name: string, n = 1, where?: Place): Promise<void> {
    const found = await this.#account(name, 'window', where)
    if (found) await this.#spend(found, n)
  }

  #spend(found: Account<WindowMeter>, n: number): void | Promise<void> {
    const { row, meter, limit } = found
    const state = this.#windows.spend(row, meter.window, limit, n)
    return state instanceof Promise
      ? state.then((later) => noteSpent(found, later, n))
      : noteSpent(found, state, n)
  }

  /** Takes one place until the returned function is called. @throws Problem when all are taken */
  async hold(name: string, where?: Place): Promise<() => void> {
    const found = await this.#account(name, 'held', where)
    return found ? await this.#hold(found) : () => undefined
  }

  #hold(found: Account<HeldMeter>): (() => void) | Promise<() => void> {
    const state = this.#held.hold(found.row, found.limit)
    return state instanceof Promise
      ? state.then((later) => noteHeld(found, later))
      : noteHeld(found, state)
  }

  /**
   * Takes a place of a limit, such as one of the concurrent calls to a system. Must run outside of a transaction.
   * @returns a function that gives the place back; undefined when all places are taken
   */
  async holdOf({ tenantId, scope, name, limit }: OwnLimit): Promise<(() => void) | undefined> {
    return (await this.#held.hold(rowOf(tenantId, scope, name), limit)).release
  }

  /** Spends one of a limit per minute. @returns 0, or the milliseconds until the next minute when nothing is left */
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
   * Reserves of what is counted, in the transaction that will write it and first of all in it: its commit is the
   * reservation's, its rollback takes both back.
   * @param amount in what the meter counts: rows, bytes
   * @throws Problem when there is no room for it
   */
  async reserve(name: string, amount = 1): Promise<void> {
    const found = await this.#locked(name)
    if (found) await this.#assertRoom(name, found, amount)
  }

  /**
   * As `reserve`, for what is known once it is written only: bytes that are stored once.
   * @param write writes it, in the open transaction
   */
  async reserveFor<T>(name: string, write: () => Promise<T>): Promise<T> {
    const found = await this.#locked(name)
    const result = await write()
    if (found) await this.#assertRoom(name, found, 0)
    return result
  }

  /**
   * Lets no other transaction reserve until this one ends: for one that locks other rows before it knows what it will reserve.
   * @param atMost it will reserve no more than that, so others may reserve beside it while plenty is left
   */
  async lock(name: string, atMost?: number): Promise<void> {
    await this.#locked(name, atMost)
  }

  /** How large one may be; undefined where nobody limits it. */
  async limitOf(name: string): Promise<number | undefined> {
    return (await this.#account(name, 'size'))?.limit
  }

  /** Whether there is room for so much more of what is counted: asked before something large is sent, and no promise. */
  async assertLikely(name: string, amount: number): Promise<void> {
    const found = await this.#account(name, 'stock')
    if (found) await this.#assertRoom(name, found, amount)
  }

  /** What a meter has been used; undefined for one without an account (`size`), and for an environment that is not there. */
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

  /** What was used of a window in many environments, by their ids; of what has not begun there is nothing. As operator of many tenants. */
  usedOfWindows(name: string, places: readonly Place[]): Promise<Map<string, number>> {
    const meter = meters.get(name)
    return this.#windows.usedOf(meter ? places.map((place) => rowAt(name, meter, place)) : [])
  }

  /** What was used of a window in all environments together: of the context's tenant, or as operator of all. */
  usedTogether(name: string): Promise<number> {
    return this.#windows.usedTogether(name)
  }

  /** What this process knows of a window without asking anybody; undefined while it knows nothing. */
  known(name: string, place: Place): { used: number; limit: number } | undefined {
    const meter = meters.get(name)
    return meter && this.#windows.known(rowAt(name, meter, place))
  }

  async #locked(name: string, atMost?: number): Promise<Account<StockMeter> | undefined> {
    const { trx } = currentContext()
    if (!trx) throw new Error(`Reserve "${name}" inside of the transaction that writes it.`)
    const found = await this.#account(name, 'stock')
    if (!found) return undefined
    const key = `${found.row.scope} ${name}`
    const held = locks.get(trx) ?? new Set()
    if (!held.has(key) && !(await this.#shared(found, atMost))) await lockRow(found.row)
    locks.set(trx, held.add(key))
    return found
  }

  /** Whether the open transaction may add so much beside others. */
  async #shared(
    { row, meter, place, limit }: Account<StockMeter>,
    atMost: number | undefined
  ): Promise<boolean> {
    const { beside: most, scale = 1 } = meter
    if (atMost === undefined || most === undefined || dialect() === 'sqlite') return false
    const end = book(row, atMost, most)
    if (!end) return false
    afterEnd(end)
    await shareRow(row)
    const isEnough = isPlenty(limit * scale - (await meter.used(place)), most)
    if (!isEnough) await giveBack()
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
    afterCommit(() => tellUse({ place, name, used: used / scale, limit }))
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

/** What is added up of two clocks is no more exact. */
const toSecond = (time: number) => new Date(Math.round(time / 1000) * 1000).toISOString()

/** So soon somebody may have given a place back. */
const heldRetryMs = 1_000

/** What a transaction has locked already. */
const locks = new WeakMap<object, Set<string>>()

/** @throws Problem when it was not spent */
function noteSpent(
  { name, meter, place, limit, policy }: Account<WindowMeter>,
  { spent, left, leftMs }: WindowState,
  n: number
): void {
  if (policy) noteStanding(currentContext().request, { policy, left, leftMs })
  if (!spent) throw quotaRefusal(meter, limit, leftMs)
  if (n > 0) spentOf(place, name, meter, n)
}

/** @throws Problem when there was no place */
function noteHeld(
  { meter, limit, policy }: Account<HeldMeter>,
  { left, release }: HeldState
): () => void {
  if (policy) noteStanding(currentContext().request, { policy, left })
  if (!release) throw quotaRefusal(meter, limit, heldRetryMs)
  return release
}

async function inUnit({ used, scale = 1 }: StockMeter, place: Place): Promise<number> {
  const counted = await inTenant(place.tenantId, () => used(place))
  return Math.round((counted / scale) * 100) / 100
}

/** Undefined where nobody counts: outside of tenants, and in one that has no environment yet. */
async function placeNow(meter: Meter, where: Place | undefined): Promise<Place | undefined> {
  if (where) return ownPlace(meter, where)
  if (!currentContext().tenantId || !environmentLimits.peek()) return undefined
  const tenantId = currentTenantId()
  const { environmentId } = currentContext()
  const found = environmentId ?? (await environmentResolver.use().resolve(tenantId, null))
  return found ? ownPlace(meter, { tenantId, environmentId: found }) : undefined
}
