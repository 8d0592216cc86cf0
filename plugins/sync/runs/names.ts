import { jobRef, schedule } from '@crossdock/kernel/jobs'

type Nothing = Record<string, never>

/** A pass over a contract: one at a time, by its unique key, the id of the contract. */
export const passJob = jobRef<{ contractId: string }>('sync.pass')

/** Starts what is due by schedules, looks again at ends that tell nothing of changes, and tidies. */
export const startDuePasses = jobRef<Nothing>('sync.startDue')

export const schedules = [
  schedule({ name: 'sync.startDue', cron: '* * * * *', job: startDuePasses, payload: {} }),
]
