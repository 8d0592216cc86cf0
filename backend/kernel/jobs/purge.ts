import { jobRef, schedule } from './reference.js'

/** Deletes old failed jobs without a tenant. */
export const purgeJobs = jobRef<object>('jobs.purge')

export const purgeNightly = schedule({
  name: 'jobs.purge',
  cron: '40 3 * * *',
  job: purgeJobs,
  payload: {},
})
