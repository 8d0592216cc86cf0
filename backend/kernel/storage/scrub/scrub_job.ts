import { clock } from '../../ground/clock.js'
import { defineJob, enqueue } from '../../jobs/index.js'
import { scrubContent, scrubWeekly } from './scrub_schedule.js'
import { contentStore } from '../service.js'

const day = 24 * 60 * 60_000
/** The pause is this many times as long as the reading, which so takes at most a twentieth of the time. */
const restFactor = 19
const minRestMs = 1_000

/** Reads a few chunks and enqueues the rest after a pause, until all are read. */
const scrub = defineJob(scrubContent, {
  retry: { attempts: Number.MAX_SAFE_INTEGER, delayMs: 60_000, maxDelayMs: day },
  async handle(job) {
    const start = performance.now()
    const reached = await contentStore.use().scrub(job.payload.after ?? null)
    if (!reached) return
    const restMs = Math.max(minRestMs, (performance.now() - start) * restFactor)
    await job.finish(async () => {
      await enqueue(
        scrubContent,
        { after: reached },
        // The weekly schedule uses the same key, so it starts no second walk during this one.
        { runAt: new Date(clock.now() + restMs), priority: 9, uniqueKey: scrubWeekly.name }
      )
    })
  },
})

export default [scrub]
