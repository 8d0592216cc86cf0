import { clock } from '@crossdock/kernel/database'
/** The counters of an environment's usage row, by their column names. */
export const counted = [
  ...(['api_calls', 'successful_calls', 'error_calls', 'response_microseconds'] as const),
  ...(['files_uploaded', 'files_downloaded', 'workflow_executions'] as const),
  ...(['webhook_triggers', 'sync_operations'] as const),
] as const

export type Counted = (typeof counted)[number]

/** The usage of an environment on one day (UTC) that is not written yet. */
export interface Tally {
  tenantId: string
  /** Null means `production`. */
  environmentId: string | null
  date: string
  counts: Record<Counted, number>
  meters: Record<string, number>
}

const dayMs = 24 * 60 * 60_000

/** All tallies of this process that are not written yet, by environment and day. */
export class Tallies {
  readonly #all = new Map<string, Tally>()

  of(tenantId: string, environmentId: string | null): Tally {
    const day = Math.floor(clock.now() / dayMs)
    const key = `${tenantId} ${environmentId} ${day}`
    const known = this.#all.get(key)
    if (known) return known
    const made: Tally = {
      tenantId,
      environmentId,
      date: new Date(day * dayMs).toISOString().slice(0, 10),
      counts: Object.fromEntries(counted.map((name) => [name, 0])) as Record<Counted, number>,
      meters: {},
    }
    this.#all.set(key, made)
    return made
  }

  /** Removes and returns all tallies. */
  take(): Tally[] {
    const all = [...this.#all.values()]
    this.#all.clear()
    return all
  }

  /** Puts back tallies that could not be written. They are added to the calls counted in the meantime. */
  putBack(tallies: readonly Tally[]): void {
    for (const tally of tallies) {
      const key = `${tally.tenantId} ${tally.environmentId} ${Date.parse(tally.date) / dayMs}`
      const known = this.#all.get(key)
      if (!known) this.#all.set(key, tally)
      else add(known, tally)
    }
  }
}

function add(to: Tally, from: Tally): void {
  for (const name of counted) to.counts[name] += from.counts[name]
  for (const [name, n] of Object.entries(from.meters)) to.meters[name] = (to.meters[name] ?? 0) + n
}
