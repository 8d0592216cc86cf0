import { defineJob } from '../jobs/index.js'
import { forgetKeys } from './purge_schedule.js'
import { purge } from './record.js'

export const forgetting = defineJob(forgetKeys, { handle: purge })
