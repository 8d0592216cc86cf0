import { defineJob } from '../jobs/index.js'
import { purge } from './purge.js'
import { forgetWindows } from './purge_schedule.js'

export const forgettingWindows = defineJob(forgetWindows, { handle: purge })
