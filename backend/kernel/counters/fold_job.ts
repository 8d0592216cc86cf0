import { defineJob } from '../jobs/index.js'
import { fold } from './fold.js'
import { foldCounters } from './fold_schedule.js'

export const foldJob = defineJob(foldCounters, { handle: fold })
