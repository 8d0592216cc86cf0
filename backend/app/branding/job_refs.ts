import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Checks that verified domains still have their proof. */
export const checkDomains = jobRef<Record<string, never>>('branding.domains')

export const schedules = [
  schedule({ name: 'branding.domains', cron: '20 3 * * *', job: checkDomains, payload: {} }),
]
