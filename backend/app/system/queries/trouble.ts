import { countFailedEvents } from '@crossdock/kernel/events'
import { countFailedJobs } from '@crossdock/kernel/jobs'

/** What failed for good in the last days; it is kept, but no longer how things are. */
const recentMs = 7 * 24 * 60 * 60_000

export interface Trouble {
  failedJobs: number
  failedEvents: number
}

/**
 * What nobody could finish: the current tenant's, or in operator scope everybody's. It concerns that
 * tenant and the operator; the installation serves everyone else.
 */
export async function recentTrouble(): Promise<Trouble> {
  const since = new Date(Date.now() - recentMs).toISOString()
  return {
    failedJobs: await countFailedJobs(since),
    failedEvents: await countFailedEvents(since),
  }
}

export const isTroubled = ({ failedJobs, failedEvents }: Trouble): boolean =>
  failedJobs + failedEvents > 0
