import { defineJob } from '../jobs/index.js'
import { purge } from './purge.js'
import { purgeWindowsJob } from './purge_schedule.js'

export const purgeWindowsDefinition = defineJob(purgeWindowsJob, { handle: purge })
