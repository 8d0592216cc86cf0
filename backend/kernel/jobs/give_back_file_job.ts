import { setTimeout as delay } from 'node:timers/promises'
import { defineJob } from './define_job.js'
import { giveBackPages } from '../database/give_back_pages.js'
import { giveBackFile } from './give_back_file.js'

/** The others get so many times as long as a step took. */
const restTimes = 4

export const givingFileBack = defineJob(giveBackFile, {
  timeoutMs: 6 * 60 * 60_000,
  async handle(job) {
    for (let more = true; more;) {
      const begin = performance.now()
      more = await job.commit(giveBackPages, { progress: true })
      await delay((performance.now() - begin) * restTimes, undefined, { signal: job.signal })
    }
  },
})
