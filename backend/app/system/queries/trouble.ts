import { clock } from '@crossdock/kernel/database'
import { countParkedEvents } from '@crossdock/kernel/events'
import { countFailedJobs } from '@crossdock/kernel/jobs'

/** Jobs that failed for good in the last days; they are kept, but no longer how things are. */
const recentMs = 7 * 24 * 60 * 60_000

export interface Trouble {
  failedJobs: number
  /** As long as they are parked: until a consumer has handled them or somebody drops them. */
  parkedEvents: number
}

/**
 * What nobody could finish: the current tenant's, or in operator scope everybody's. It concerns that
 * tenant and the operator; the installation serves everyone else.
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
