import { countOldFailedJobs, pruneFailedJobs } from '@crossdock/kernel/jobs'
import { text } from '@crossdock/kernel/ground'
import type { KeptRecords } from '../contracts/index.js'

export const failedJobs: KeptRecords = {
  label: text('Failed jobs'),
  description: text('Background work that failed, until it is retried.'),
  defaultDays: 30,
  belongsTo: 'tenant',
  prune: pruneFailedJobs,
  count: countOldFailedJobs,
}
