import type { Calls, FreeCalls } from './calls.js'
import { claim } from './claim.js'
import type { JobRow } from './job_row.js'
import { endOfLanes, hasTarget, tenantOf } from './lane.js'
import type { Roster } from './roster.js'
import type { WorkerLimits } from './worker_limits.js'

/** Largest share of the room for one tenant, so that others always get some. */
const tenantShare = 0.75

/** The worker that claims, and its running jobs. */
export interface Claimant {
  worker: number
  limits: Pick<WorkerLimits, 'concurrency' | 'leaseMs'>
  running: Roster
  calls: Calls
}

/** Claims jobs for a worker so that each tenant gets its share of the room. */
export class FairClaim {
  /** The lane after the last tenant served. */
  #afterLane = ''

  constructor(private readonly of: Claimant) {}

  isOpenTo(tenant: string): boolean {
    const { running } = this.of
    return running.room > 0 && (running.byTenant().get(tenant) ?? 0) < this.#ceiling
  }

  get #ceiling(): number {
    return Math.ceil(this.of.limits.concurrency * tenantShare)
  }

  /** The next jobs, up to `limit`, and whether there may be more. */
  async next(limit: number): Promise<{ rows: JobRow[]; more: boolean }> {
    const { worker, limits, running } = this.of
    const ceiling = this.#ceiling
    const working = [...running.byTenant()]
    const full = working.filter(([, count]) => count >= ceiling).map(([tenant]) => tenant)
    const counts = working.map(([, count]) => count).filter((count) => count < ceiling)
    const perTenant = ceiling - Math.max(0, ...counts)
    const calls = this.of.calls.free()
    // Only tenants after the last one served are read; earlier ones may have work, too.
    const partial = this.#afterLane !== ''
    const rows = await claim({
      worker,
      leaseMs: limits.leaseMs,
      limit,
      perTenant,
      afterLane: this.#afterLane,
      without: full,
      calls,
    })
    if (rows.length === 0 && this.#afterLane !== '') {
      this.#afterLane = ''
      return this.next(limit)
    }
    // More tenants than room: the next claim continues after the last one served.
    const served = [...new Set(rows.map(tenantOf))].sort()
    this.#afterLane = served.length >= limit ? endOfLanes(served.at(-1)!) : ''
    const more =
      partial ||
      full.length + calls.without.length > 0 ||
      isShort(calls, rows) ||
      rows.length >= Math.min(limit, perTenant)
    return { rows, more }
  }
}

/** Whether call slots were the limit: there may be more jobs when a call ends. */
function isShort({ none, perLane, left }: FreeCalls, rows: JobRow[]): boolean {
  if (none || left.some(([, calls]) => calls <= 0)) return true
  const known = new Map(left)
  const lanes = Map.groupBy(rows, ({ lane }) => lane)
  return [...lanes].some(
    ([lane, claimed]) => hasTarget(lane) && claimed.length >= (known.get(lane) ?? perLane)
  )
}
