import { clock } from '../ground/clock.js'
import { defineJob, enqueue } from '../jobs/index.js'
import { scrubContent, scrubWeekly } from './scrub_schedule.js'
import { contentStore } from './service.js'

const day = 24 * 60 * 60_000
/** Of the time between two turns at most a twentieth is spent reading. */
const restFactor = 19
const leastRestMs = 1_000

/** Reads a little and adds what goes on behind a pause, until all has been read. */
const scrub = defineJob(scrubContent, {
  retry: { attempts: Number.MAX_SAFE_INTEGER, delayMs: 60_000, maxDelayMs: day },
  async handle(job) {
    const start = performance.now()
    const reached = await contentStore.use().scrub(job.payload.after ?? null)
    if (!reached) return
    const rest = Math.max(leastRestMs, (performance.now() - start) * restFactor)
    await job.finish(async () => {
      await enqueue(
        scrubContent,
        { after: reached },
        // The key of the schedule, which begins no second walk while this one goes on.
        { runAt: new Date(clock.now() + rest), priority: 9, uniqueKey: scrubWeekly.name }
      )
    })
  },
})

export default [scrub]
