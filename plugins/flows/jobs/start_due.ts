import { clock, isPassing } from '@crossdock/kernel/database'
import { defineJob, enqueue, enqueueAll } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import { withoutContext } from '../without_context.js'
import { dueWorkflows, startSlice } from '../actions/start_due_schedules.js'
import { inTurn, startDue } from '../job_refs.js'

const minute = 60_000

/** Starts the due runs, one slice at a time. The next slice is a new job at the end of the tenant's queue. */
export const due = defineJob(startDue, {
  // Retries for three days, so that no scheduled time is lost while an internal error is being fixed.
  retry: { attempts: 80, delayMs: 1_000, maxDelayMs: 60 * minute },
  handle: (job) =>
    withoutContext(async () => {
      const { payload } = job
      const ids = await dueWorkflows(payload)
      try {
        await job.finish(() => startSlice(ids, payload))
      } catch (error) {
        job.signal.throwIfAborted()
        if (payload.only || isPassing(error)) throw error
        logger
          .use()
          .warn(
            { err: error },
            'a scheduled workflow cannot be started; other workflows are started'
          )
        const alone = ids.map((only) => ({ payload: { ...payload, only }, ...inTurn }))
        await job.finish(async () => void (await enqueueAll(startDue, alone)))
      }
    }),
  /** Enqueues the next start of the schedule after an internal error. */
  async failed({ payload }) {
    const runAt = new Date(clock.now() + 60 * minute)
    await withoutContext(() => enqueue(startDue, payload, { runAt, ...inTurn }))
  },
})
