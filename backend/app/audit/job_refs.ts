import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Erases a person from the audit. */
export const erasePerson = jobRef<{ chain: string; userId: string; askedAt: string }>('audit.erase')

/** Signs the end of each chain. */
export const signHeads = jobRef<Record<string, never>>('audit.heads')

export const schedules = [
  schedule({ name: 'audit.heads', cron: '10 0 * * *', job: signHeads, payload: {} }),
]
