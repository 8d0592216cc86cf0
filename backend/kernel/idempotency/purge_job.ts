import { defineJob } from '../jobs/index.js'
import { purgeKeysJob } from './purge_schedule.js'
import { purgeKeys } from './record.js'

export const purgeKeysDefinition = defineJob(purgeKeysJob, { handle: purgeKeys })
