import { jobRef, schedule } from '../jobs/reference.js'

/** Forgets what environments have used of windows that have ended. */
export const forgetWindows = jobRef<Record<string, never>>('ledger.purge')

export const forgetWindowsNightly = schedule({
  name: 'ledger.purge',
  cron: '41 3 * * *',
  job: forgetWindows,
  payload: {},
})
