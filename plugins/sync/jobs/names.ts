import { jobRef, schedule } from '@crossdock/kernel/jobs'

type Nothing = Record<string, never>

/** Starts runs whose time has come. */
export const startDue = jobRef<Nothing>('sync.startDue')

/** Deletes what deleted contracts have left, and kept versions whose time is over. */
export const tidySync = jobRef<Nothing>('sync.tidy')

/** Starts runs of contracts whose asset folders changed, or that wait for an event. */
export const followEvents = jobRef<{ eventIds: string[] }>('sync.followEvents')

/** Tells the steps of workflows that wait for a run how it ended. */
export const endWaits = jobRef<{ runId: string }>('sync.endWaits')

export const schedules = [
  schedule({ name: 'sync.startDue', cron: '* * * * *', job: startDue, payload: {} }),
  schedule({ name: 'sync.tidy', cron: '41 * * * *', job: tidySync, payload: {} }),
]
