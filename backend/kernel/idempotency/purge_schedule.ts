import { jobRef, schedule } from '../jobs/reference.js'

/** Forgets keys that are older than answers are kept. */
export const forgetKeys = jobRef<Record<string, never>>('idempotency.purge')

export const forgetKeysHourly = schedule({
  name: 'idempotency.purge',
  cron: '17 * * * *',
  job: forgetKeys,
  payload: {},
})
