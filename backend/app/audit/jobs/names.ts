import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Erases what the audit has of a person, except that it was there. */
export const erasePerson = jobRef<{ chain: string; userId: string; askedAt: string }>('audit.erase')

/** Signs how far each chain has come. */
export const signHeads = jobRef<Record<string, never>>('audit.heads')

export const schedules = [
  schedule({ name: 'audit.heads', cron: '10 0 * * *', job: signHeads, payload: {} }),
]
