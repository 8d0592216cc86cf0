import { isPassing } from '@crossdock/kernel/database'
import { findEvents } from '@crossdock/kernel/events'
import { defineJob, enqueue, enqueueAll, type RunningJob } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import { startMatches } from '../actions/start_matches.js'
import { findMatches, type Match } from '../triggers/find_matches.js'
import { openMatches } from '../triggers/open_matches.js'
import { judge, tellRefused } from '../triggers/judge.js'
import { inTurn, matchTriggers, type MatchPayload } from './names.js'

/** Runs that are started with one commit: others wait for it no longer than a moment. */
const sliceSize = 100
const minute = 60_000

/**
 * Starts the runs that events set off, a slice at a time: the rest is a job of its own behind what
 * the tenant has waiting, added with the same commit, so every run starts exactly once.
 */
export const match = defineJob(matchTriggers, {
  // For three days: no event is lost for a trouble of ours that somebody notices.
  retry: { attempts: 80, delayMs: 1_000, maxDelayMs: 60 * minute },
  handle: workSlice,
})

async function workSlice(job: RunningJob<MatchPayload>): Promise<void> {
  const { only, behind } = job.payload
  const events = await findEvents(job.payload.eventIds)
  const matches = await findMatches(events, { only, behind, limit: sliceSize })
  const open = await openMatches(matches)
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
    const { fulfilled, refused } = await judge(open)
    await job.finish(async () => {
      await startMatches(fulfilled)
      await tellRefused(refused)
      await goOn()
    })
  } catch (error) {
    job.signal.throwIfAborted()
    if (only || isPassing(error)) throw error
    logger.use().warn({ err: error }, 'a workflow cannot be started by an event; its neighbors are')
    await job.finish(async () => {
      await enqueueAll(matchTriggers, open.map(alone))
      await goOn()
    })
  }
}

/** A run that cannot be started is tried by itself, and stops no other. */
function alone({ event, workflowId }: Match) {
  return { payload: { eventIds: [event.id], only: workflowId }, ...inTurn }
}
