import { jobRef, schedule } from '@crossdock/kernel/jobs'

type Nothing = Record<string, never>

/** Starts runs whose time has come. */
export const startDue = jobRef<Nothing>('sync.startDue')

/** Deletes what belongs to a deleted contract, then the contract. */
export const forgetContract = jobRef<{ contractId: string }>('sync.forgetContract')

/** Deletes kept versions whose time is over. */
export const tidySync = jobRef<Nothing>('sync.tidy')

/** Tells the steps of workflows that wait for a run how it ended. */
export const endWaits = jobRef<{ runId: string }>('sync.endWaits')

export const schedules = [
  schedule({ name: 'sync.startDue', cron: '* * * * *', job: startDue, payload: {} }),
  schedule({ name: 'sync.tidy', cron: '41 * * * *', job: tidySync, payload: {} }),
]
