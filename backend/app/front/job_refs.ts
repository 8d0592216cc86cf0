import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Deletes old requests for a demo. */
export const purgeRequests = jobRef<Record<string, never>>('front.purge')

export const schedules = [
  schedule({ name: 'front.purge', cron: '40 3 * * *', job: purgeRequests, payload: {} }),
]
