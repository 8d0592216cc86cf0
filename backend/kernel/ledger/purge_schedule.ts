import { jobRef, schedule } from '../jobs/reference.js'

/** Deletes the usage of windows that have ended. */
export const purgeWindowsJob = jobRef<Record<string, never>>('ledger.purge')

export const purgeWindowsNightly = schedule({
  name: 'ledger.purge',
  cron: '41 3 * * *',
  job: purgeWindowsJob,
  payload: {},
})
