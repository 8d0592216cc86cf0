import { accountOf, ownPlace, type Account } from './account.js'
import {
  environmentLimits,
  meters,
  type HeldMeter,
  type Limits,
  type Place,
  type WindowMeter,
} from './meters.js'

export type AccountOfCalls = Account<WindowMeter | HeldMeter>

/** Environments kept in memory. */
const most = 10_000

/**
 * The accounts that count every call of an environment. Cached while the limits object is the same; the cached
 * path does not await, because awaiting costs a call more than counting.
 */
export class AccountsOfCalls {
  readonly #known = new Map<string, { limits: Limits; all: AccountOfCalls[] }>()
  #meters: ReturnType<typeof metersOfCalls> | undefined

  of(place: Place): AccountOfCalls[] | Promise<AccountOfCalls[]> {
    const limits = environmentLimits.use().of(place)
    return limits instanceof Promise
      ? limits.then((found) => this.#under(place, found))
      : this.#under(place, limits)
  }

  #under(place: Place, limits: Limits | null): AccountOfCalls[] | Promise<AccountOfCalls[]> {
    if (!limits) return []
    const known = this.#known.get(place.environmentId)
    return known?.limits === limits ? known.all : this.#find(place, limits)
  }

  async #find(place: Place, limits: Limits): Promise<AccountOfCalls[]> {
    const all: AccountOfCalls[] = []
    this.#meters ??= metersOfCalls()
    for (const [name, meter] of this.#meters) {
      const own = await ownPlace(meter, place)
      const allowed = own === place ? limits : await environmentLimits.use().of(own)
      if (allowed) all.push(accountOf(name, meter, own, allowed))
    }
    // The tenant's limits may change without those of this environment.
    if (all.some((account) => account.place !== place)) return all
    if (this.#known.size >= most) this.#known.clear()
    this.#known.set(place.environmentId, { limits, all })
    return all
  }
}

/** In counting order: an early refusal costs nothing of a longer-lasting quota. */
function metersOfCalls() {
  const all = meters.entries().flatMap(([name, meter]) => {
    const isCounted = (meter.shape === 'window' || meter.shape === 'held') && meter.everyCall
    return isCounted ? [[name, meter] as const] : []
  })
  const turn = (meter: HeldMeter | WindowMeter) =>
    meter.shape === 'held' ? 0 : meter.window === 'minute' ? 1 : 2
  return all.sort(([, one], [, other]) => turn(one) - turn(other))
}
