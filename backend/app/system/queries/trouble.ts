import { clock } from '@crossdock/kernel/database'
import { countParkedEvents } from '@crossdock/kernel/events'
import { countFailedJobs } from '@crossdock/kernel/jobs'

/** Jobs that failed in this time count as current problems; older ones do not. */
const recentMs = 7 * 24 * 60 * 60_000

export interface Trouble {
  failedJobs: number
  /** Parked events count until a consumer handles them or a person drops them. */
  parkedEvents: number
}

/**
 * Failed work: the current tenant's, or in operator scope that of all tenants. It affects that tenant and the
 * operator; the installation serves all others normally.
 */
export async function recentTrouble(): Promise<Trouble> {
  const since = new Date(clock.now() - recentMs).toISOString()
  return {
    failedJobs: await countFailedJobs(since),
    parkedEvents: await countParkedEvents(),
  }
}

export const isTroubled = ({ failedJobs, parkedEvents }: Trouble): boolean =>
  failedJobs + parkedEvents > 0
