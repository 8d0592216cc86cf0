import { defineJob } from './define_job.js'
import { purgeFailedJobs } from './failed.js'
import { purgeJobs } from './purge.js'

export const purge = defineJob(purgeJobs, { handle: purgeFailedJobs })
