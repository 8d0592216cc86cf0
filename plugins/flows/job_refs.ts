import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Executes one run. */
export const runFlow = jobRef<{ runId: string }>('flows.run')

export interface MatchPayload {
  /** Ids of the events, in log order. */
  eventIds: string[]
  /** The position in this event: workflows up to this id were handled. */
  behind?: { eventId: string; workflowId: string }
  /** If set, the job is limited to this workflow. */
  only?: string
}

/** Starts the runs that events cause. */
export const matchTriggers = jobRef<MatchPayload>('flows.match_triggers', { limitPerKey: 1 })

export type MatchWaitsPayload =
  | { eventIds: readonly string[] }
  /** The token of a new wait. */
  | { token: string }

/** Ends waits for events. */
export const matchWaits = jobRef<MatchWaitsPayload>('flows.match_waits', { limitPerKey: 1 })

/** Notifies a waiting parent run that its child run has ended. */
export const childEnded = jobRef<{ runId: string }>('flows.child_ended')

export interface StartDuePayload {
  /** The due time of the job. */
  at: string
  /** If set, the job is limited to this workflow. */
  only?: string
}

/** Starts the runs of schedules that are due. */
export const startDue = jobRef<StartDuePayload>('flows.start_due', { limitPerKey: 1 })

/** Starts the run for gathered files when it is due. */
export const closeBurst = jobRef<{ burstId: string }>('flows.close_burst')

/** Cancels the runs of an environment. */
export const endRuns = jobRef<{ environmentId: string }>('flows.end_runs')

/**
 * Each tenant processes one slice at a time, in order of insertion, so other tenants wait for no more than one
 * slice.
 */
export const inTurn = { limitKey: 'slice' } as const

/** Deletes monitoring data that is older than any period. */
export const pruneRollups = jobRef<Record<string, never>>('flows.pruneRollups')

/** Applies one action to many runs. */
export const doBulk = jobRef<{ bulkId: string }>('flows.bulk')

/** Looks for slow and missing runs. */
export const lookForAlertsJob = jobRef<Record<string, never>>('flows.lookForAlerts')

/** Posts an alert to an address. */
export const postAlert = jobRef<{ alertId: string; body: object }>('flows.postAlert')

export const schedules = [
  schedule({ name: 'flows.lookForAlerts', cron: '* * * * *', job: lookForAlertsJob, payload: {} }),
  schedule({ name: 'flows.pruneRollups', cron: '17 * * * *', job: pruneRollups, payload: {} }),
]
