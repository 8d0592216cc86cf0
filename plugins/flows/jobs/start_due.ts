import { clock, isPassing } from '@crossdock/kernel/database'
import { defineJob, enqueue, enqueueAll } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import { apart } from '../schedules/keep_schedule.js'
import { dueWorkflows, startSlice } from '../schedules/start_due.js'
import { inTurn, startDue } from './names.js'

const minute = 60_000

/** Starts what is due, a slice at a time: the rest is a job of its own behind what the tenant has waiting. */
export const due = defineJob(startDue, {
  // For three days: no time is lost for a trouble of ours that somebody notices.
  retry: { attempts: 80, delayMs: 1_000, maxDelayMs: 60 * minute },
  handle: (job) =>
    apart(async () => {
      const { payload } = job
      const ids = await dueWorkflows(payload)
      try {
        await job.finish(() => startSlice(ids, payload))
      } catch (error) {
        job.signal.throwIfAborted()
        if (payload.only || isPassing(error)) throw error
        logger.use().warn({ err: error }, 'a scheduled workflow cannot be started; others are')
        const alone = ids.map((only) => ({ payload: { ...payload, only }, ...inTurn }))
        await job.finish(async () => void (await enqueueAll(startDue, alone)))
      }
    }),
  /** A schedule goes on once its trouble is over. */
  async failed({ payload }) {
    const runAt = new Date(clock.now() + 60 * minute)
    await apart(() => enqueue(startDue, payload, { runAt, ...inTurn }))
  },
})
