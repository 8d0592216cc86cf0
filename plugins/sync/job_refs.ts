import { jobRef, schedule } from '@crossdock/kernel/jobs'

type Nothing = Record<string, never>

/** Starts due runs. */
export const startDue = jobRef<Nothing>('sync.startDue')

/** Deletes the data of a deleted contract, then the contract. */
export const forgetContract = jobRef<{ contractId: string }>('sync.forgetContract')

/** Deletes kept versions after their time. */
export const tidySync = jobRef<Nothing>('sync.tidy')

/** Resumes the workflow steps that wait for a run. */
export const endWaits = jobRef<{ runId: string }>('sync.endWaits')

export const schedules = [
  schedule({ name: 'sync.startDue', cron: '* * * * *', job: startDue, payload: {} }),
  schedule({ name: 'sync.tidy', cron: '41 * * * *', job: tidySync, payload: {} }),
]
