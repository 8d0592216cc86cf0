import { jobRef, schedule } from './reference.js'

/** Deletes jobs of no tenant that failed long ago. */
export const purgeJobs = jobRef<object>('jobs.purge')

export const purgeNightly = schedule({
  name: 'jobs.purge',
  cron: '40 3 * * *',
  job: purgeJobs,
  payload: {},
})
