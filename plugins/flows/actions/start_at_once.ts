import { attempt, isPassing } from '@crossdock/kernel/database'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { startMatches } from './start_matches.js'
import { isGathered } from './gather.js'
import { findMatches } from '../queries/find_matches.js'
import { removeClosedMatches } from '../queries/open_matches.js'

/** Maximum number of workflows that a consumer checks, and of runs that it starts, in its own transaction. */
export const mostAtOnce = 10

/**
 * Starts the runs of events directly in the consumer's transaction if that is little work: few workflows, few
 * runs, no rule to evaluate and no burst to gather. A job would need further commits.
 * @param workflowIds the active workflows that events of these types may start
 * @returns whether the runs were started; if not, none was started, and a job must do it
 */
export async function startAtOnce(
  events: LoggedEvent[],
  workflowIds: readonly string[]
): Promise<boolean> {
  if (workflowIds.length > mostAtOnce) return false
  const started = await attempt(async () => {
    const matches = await findMatches(events, { limit: mostAtOnce + 1, among: workflowIds })
    if (matches.length > mostAtOnce || matches.some((one) => isGathered(one) || one.refusal)) {
      return false
    }
    await startMatches(await removeClosedMatches(matches))
    return true
  })
  if (started.done) return started.result
  if (isPassing(started.error)) throw started.error
  // A job starts each workflow separately, retries it, and reports the workflow that fails.
  return false
}
