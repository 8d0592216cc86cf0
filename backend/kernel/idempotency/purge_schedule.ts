import { jobRef, schedule } from '../jobs/reference.js'

/** Deletes keys older than the retention of answers. */
export const purgeKeysJob = jobRef<Record<string, never>>('idempotency.purge')

export const purgeKeysHourly = schedule({
  name: 'idempotency.purge',
  cron: '17 * * * *',
  job: purgeKeysJob,
  payload: {},
})
