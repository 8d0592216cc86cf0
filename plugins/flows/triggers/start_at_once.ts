import { attempt, isPassing } from '@crossdock/kernel/database'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { startMatches } from '../actions/start_matches.js'
import { isGathered } from '../bursts/gather.js'
import { findMatches } from './find_matches.js'
import { openMatches } from './open_matches.js'

/** A consumer looks at so many workflows, and starts so many runs, in its own transaction. */
export const mostAtOnce = 10

/**
 * Starts what the events set off, in the consumer's transaction, where that is little work: few workflows, few runs, no rule
 * to evaluate and no burst to gather. A job would cost a claim and commits of its own.
 * @param workflowIds the active workflows that events of these types may set off
 * @returns whether it did; else nothing was started, and a job has to
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
    await startMatches(await openMatches(matches))
    return true
  })
  if (started.done) return started.result
  if (isPassing(started.error)) throw started.error
  // The job tries each workflow by itself and reports the one at fault.
  return false
}
