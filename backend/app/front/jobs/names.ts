import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Deletes requests for a demo that came long ago. */
export const purgeRequests = jobRef<Record<string, never>>('front.purge')

export const schedules = [
  schedule({ name: 'front.purge', cron: '40 3 * * *', job: purgeRequests, payload: {} }),
]
