import { setTimeout as delay } from 'node:timers/promises'
import { defineJob } from './define_job.js'
import { giveBackPages } from '../database/sqlite/give_back_pages.js'
import { giveBackFile } from './give_back_file.js'

/** Pause after each step, in multiples of its duration, for other work. */
const restTimes = 4

export const giveBackFileJob = defineJob(giveBackFile, {
  timeoutMs: 6 * 60 * 60_000,
  async handle(job) {
    for (let more = true; more;) {
      const begin = performance.now()
      more = await job.commit(giveBackPages, { progress: true })
      await delay((performance.now() - begin) * restTimes, undefined, { signal: job.signal })
    }
  },
})
