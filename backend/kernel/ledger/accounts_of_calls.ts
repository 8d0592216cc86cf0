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

/** Environments that are remembered. */
const most = 10_000

/**
 * What every call of an environment is counted against. Remembered for as long as its limits are the same object; nothing
 * is waited for then, because waiting costs a call more than counting does.
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
    // Limits of the tenant may change without those of this environment.
    if (all.some((account) => account.place !== place)) return all
    if (this.#known.size >= most) this.#known.clear()
    this.#known.set(place.environmentId, { limits, all })
    return all
  }
}

/** In the order in which a call is counted: what is refused early costs nothing of what lasts longer. */
function metersOfCalls() {
  const all = meters.entries().flatMap(([name, meter]) => {
    const isCounted = (meter.shape === 'window' || meter.shape === 'held') && meter.everyCall
    return isCounted ? [[name, meter] as const] : []
  })
  const turn = (meter: HeldMeter | WindowMeter) =>
    meter.shape === 'held' ? 0 : meter.window === 'minute' ? 1 : 2
  return all.sort(([, one], [, other]) => turn(one) - turn(other))
}
