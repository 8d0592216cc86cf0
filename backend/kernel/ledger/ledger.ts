import { currentContext, currentTenantId } from '../ground/context.js'
import { service } from '../ground/service.js'
import { environmentResolver } from '../http/identity.js'
import { afterCommit } from '../database/database.js'
import { inTenant } from '../tenancy/switch.js'
import { Held } from './held.js'
import { lockRow } from './lock.js'
import {
  environmentLimits,
  limitIn,
  meters,
  type Meter,
  type Place,
  type HeldMeter,
  type StockMeter,
  type WindowMeter,
} from './meters.js'
import { noteStanding } from './rate_headers.js'
import { quotaRefusal } from './refusal.js'
import type { Row } from './row.js'
import { spentOf, tellUse } from './use.js'
import { Windows } from './windows.js'

/** How much is used of a meter, in the unit of its limit, and until when. */
export interface Used {
  used: number
  limit: number
  /** ISO 8601; null for what no time resets. */
  resetsAt: string | null
}

const sweepMs = 1_000

/** Where a meter stands for a place. */
interface Standing<M extends Meter> {
  meter: M
  row: Row
  place: Place
  limit: number
}

/**
 * Keeps account of what environments may use (ADR 32). Each call works in the environment of the context; where there is none
 * in that of its tenant's `production`.
 */
export class Ledger {
  readonly #windows = new Windows()
  readonly #held = new Held()
  #timer: NodeJS.Timeout | undefined
  #ofCalls: ReturnType<typeof metersOfCalls> | undefined

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
   * @param hasSeat whether it takes a place of what may be used at once
   * @param held is told how to give a place back, as soon as one is taken
   * @throws Problem
   */
  async admit(place: Place, hasSeat: boolean, held: (release: () => void) => void): Promise<void> {
    const limits = await environmentLimits.use().of(place)
    this.#ofCalls ??= metersOfCalls()
    for (const [name, meter] of this.#ofCalls) {
      // Whose limit is the tenant's has to be found out.
      const own = meter.of === 'tenant' ? await ownPlace(meter, place) : place
      const allowed = own === place ? limits : await environmentLimits.use().of(own)
      if (!allowed) continue
      const limit = limitIn(allowed, name, meter)
      const standing = { row: rowOf(name, meter, own), place: own, limit }
      if (meter.shape === 'window') await this.#spend({ ...standing, meter }, name, 1)
      else if (hasSeat) held(await this.#hold({ ...standing, meter }))
    }
  }

  /** Spends of a window, outside of any transaction. @throws Problem when there is not as much left */
  async spend(name: string, n = 1, where?: Place): Promise<void> {
    const found = await this.#standing(name, 'window', where)
    if (found) await this.#spend(found, name, n)
  }

  async #spend(found: Standing<WindowMeter>, name: string, n: number): Promise<void> {
    const { meter, row, place, limit } = found
    const state = await this.#windows.spend(row, meter.window, limit, n)
    const { request } = currentContext()
    const { left, leftMs } = state
    const seconds = Math.ceil(meter.window === 'minute' ? 60 : monthSeconds())
    noteStanding(request, { policy: meter.policy, limit, left, window: { seconds, leftMs } })
    if (!state.spent) throw quotaRefusal(meter, limit, leftMs)
    spentOf(place, name, meter, n)
  }

  /** Takes one place until the returned function is called. @throws Problem when all are taken */
  async hold(name: string, where?: Place): Promise<() => void> {
    const found = await this.#standing(name, 'held', where)
    return found ? await this.#hold(found) : () => undefined
  }

  async #hold({ meter, row, limit }: Standing<HeldMeter>): Promise<() => void> {
    const { left, release } = await this.#held.hold(row, limit)
    noteStanding(currentContext().request, { policy: meter.policy, limit, left })
    if (!release) throw quotaRefusal(meter, limit, heldRetryMs)
    return release
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

  /** Lets nobody else reserve until the transaction ends: for one that locks other rows before it knows what it will reserve. */
  async lock(name: string): Promise<void> {
    await this.#locked(name)
  }

  /** How large one may be; undefined where nobody limits it. */
  async limitOf(name: string): Promise<number | undefined> {
    return (await this.#standing(name, 'size'))?.limit
  }

  /** Whether there is room for so much more of what is counted: asked before something large is sent, and no promise. */
  async assertLikely(name: string, amount: number): Promise<void> {
    const found = await this.#standing(name, 'stock')
    if (found) await this.#assertRoom(name, found, amount)
  }

  /** What a meter has been used; undefined for one without an account (`size`), and for an environment that is not there. */
  async used(name: string, place: Place): Promise<Used | undefined> {
    const meter = meters.get(name)
    const limits = meter && (await environmentLimits.use().of(await ownPlace(meter, place)))
    if (!meter || !limits || meter.shape === 'size') return undefined
    const limit = limitIn(limits, name, meter)
    const row = rowOf(name, meter, place)
    if (meter.shape === 'held') {
      return { used: await this.#held.used(row), limit, resetsAt: null }
    }
    if (meter.shape === 'stock') return { used: await inUnit(meter, place), limit, resetsAt: null }
    const found = await this.#windows.used(row)
    const resetsAt = found ? toSecond(Date.now() + found.leftMs) : null
    return { used: found?.used ?? 0, limit, resetsAt }
  }

  /** What was used of a window in many environments, by their ids; of what has not begun there is nothing. As operator of many tenants. */
  usedOfWindows(name: string, places: readonly Place[]): Promise<Map<string, number>> {
    const meter = meters.get(name)
    return this.#windows.usedOf(meter ? places.map((place) => rowOf(name, meter, place)) : [])
  }

  /** What was used of a window in all environments together: of the context's tenant, or as operator of all. */
  usedTogether(name: string): Promise<number> {
    return this.#windows.usedTogether(name)
  }

  /** What this process knows of a window without asking anybody; undefined while it knows nothing. */
  known(name: string, place: Place): { used: number; limit: number } | undefined {
    const meter = meters.get(name)
    return meter && this.#windows.known(rowOf(name, meter, place))
  }

  async #locked(name: string): Promise<Standing<StockMeter> | undefined> {
    const { trx } = currentContext()
    if (!trx) throw new Error(`Reserve "${name}" inside of the transaction that writes it.`)
    const found = await this.#standing(name, 'stock')
    if (!found) return undefined
    const key = `${found.row.scope} ${name}`
    const held = locks.get(trx) ?? new Set()
    if (!held.has(key)) await lockRow(found.row)
    locks.set(trx, held.add(key))
    return found
  }

  async #assertRoom(
    name: string,
    { meter, place, limit }: Standing<StockMeter>,
    amount: number
  ): Promise<void> {
    const { scale = 1 } = meter
    const used = (await meter.used(place)) + amount
    if (used > limit * scale) throw quotaRefusal(meter, limit, null)
    afterCommit(() => tellUse({ place, name, used: used / scale, limit }))
  }

  async #standing<S extends Meter['shape']>(name: string, shape: S, where?: Place) {
    const meter = meters.get(name) as Extract<Meter, { shape: S }> | undefined
    if (meter?.shape !== shape) throw new Error(`There is no meter "${name}" of shape ${shape}.`)
    const place = await placeNow(meter, where)
    const limits = place && (await environmentLimits.use().of(place))
    if (!place || !limits) return undefined
    return { meter, row: rowOf(name, meter, place), place, limit: limitIn(limits, name, meter) }
  }
}

export const ledger = service<Ledger>('kernel.ledger')

/** What is added up of two clocks is no more exact. */
const toSecond = (time: number) => new Date(Math.round(time / 1000) * 1000).toISOString()

/** In the order in which a call is counted. */
function metersOfCalls() {
  const all = meters.entries().flatMap(([name, meter]) => {
    const isCounted = (meter.shape === 'window' || meter.shape === 'held') && meter.everyCall
    return isCounted ? [[name, meter] as const] : []
  })
  const turn = (meter: HeldMeter | WindowMeter) =>
    meter.shape === 'held' ? 0 : meter.window === 'minute' ? 1 : 2
  return all.sort(([, one], [, other]) => turn(one) - turn(other))
}

/** So soon somebody may have given a place back. */
const heldRetryMs = 1_000

/** What a transaction has locked already. */
const locks = new WeakMap<object, Set<string>>()

const rowOf = (meter: string, { of }: Meter, { tenantId, environmentId }: Place): Row => ({
  ...{ tenantId, meter, scope: of === 'tenant' ? tenantId : environmentId },
})

async function inUnit({ used, scale = 1 }: StockMeter, place: Place): Promise<number> {
  const counted = await inTenant(place.tenantId, () => used(place))
  return Math.round((counted / scale) * 100) / 100
}

/** Whose limits go for a meter at a place. */
async function ownPlace({ of }: Meter, place: Place): Promise<Place> {
  if (of === 'environment') return place
  const production = await environmentLimits.use().production(place.tenantId)
  return { ...place, environmentId: production ?? place.environmentId }
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

/** How long the month is that runs. */
function monthSeconds(): number {
  const now = new Date()
  const days = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate()
  return days * 24 * 60 * 60
}
