import { isPassing } from '@crossdock/kernel/database'
import { findEvents } from '@crossdock/kernel/events'
import { defineJob, enqueue, enqueueAll, type RunningJob } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import { startMatches } from '../actions/start_matches.js'
import { findMatches, type Match } from '../queries/find_matches.js'
import { removeClosedMatches } from '../queries/open_matches.js'
import { splitByRules, recordRefused } from '../actions/refused_matches.js'
import { inTurn, matchTriggers, type MatchPayload } from '../job_refs.js'

/** Number of runs that are started in one commit, so that other transactions wait only briefly. */
const sliceSize = 100
const minute = 60_000

/**
 * Starts the runs that events cause, one slice at a time. The next slice is a new job at the end of the tenant's
 * queue, added in the same commit, so every run starts exactly once.
 */
export const match = defineJob(matchTriggers, {
  // Retries for three days, so that no event is lost while an internal error is being fixed.
  retry: { attempts: 80, delayMs: 1_000, maxDelayMs: 60 * minute },
  handle: workSlice,
})

async function workSlice(job: RunningJob<MatchPayload>): Promise<void> {
  const { only, behind } = job.payload
  const events = await findEvents(job.payload.eventIds)
  const matches = await findMatches(events, { only, behind, limit: sliceSize })
  const open = await removeClosedMatches(matches)
  const goOn = async () => {
    const last = matches.at(-1)
    if (!last || matches.length < sliceSize) return
    const rest: MatchPayload = {
      eventIds: events.slice(events.indexOf(last.event)).map(({ id }) => id),
      behind: { eventId: last.event.id, workflowId: last.workflowId },
    }
    await enqueue(matchTriggers, rest, inTurn)
  }
  try {
    const { fulfilled, refused } = await splitByRules(open)
    await job.finish(async () => {
      await startMatches(fulfilled)
      await recordRefused(refused)
      await goOn()
    })
  } catch (error) {
    job.signal.throwIfAborted()
    if (only || isPassing(error)) throw error
    logger
      .use()
      .warn({ err: error }, 'an event cannot start a workflow; other workflows are started')
    await job.finish(async () => {
      await enqueueAll(matchTriggers, open.map(enqueueAlone))
      await goOn()
    })
  }
}

/** Retries a run that cannot be started in a separate job, so that it blocks no other run. */
function enqueueAlone({ event, workflowId }: Match) {
  return { payload: { eventIds: [event.id], only: workflowId }, ...inTurn }
}
