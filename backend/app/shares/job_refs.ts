import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Deletes links that ended long ago, and expired downloads. */
export const purgeShares = jobRef<Record<string, never>>('shares.purge')

export const schedules = [
  schedule({ name: 'shares.purge', cron: '35 * * * *', job: purgeShares, payload: {} }),
]
