import { jobRef, schedule } from '@crossdock/kernel/jobs'

/** Works one run. */
export const runFlow = jobRef<{ runId: string }>('flows.run')

export interface MatchPayload {
  /** In log order. */
  eventIds: string[]
  /** Workflows up to this one have answered the event already. */
  behind?: { eventId: string; workflowId: string }
  /** No other workflow is to answer. */
  only?: string
}

/** Starts what events set off. */
export const matchTriggers = jobRef<MatchPayload>('flows.match_triggers', { limitPerKey: 1 })

export type MatchWaitsPayload =
  | { eventIds: readonly string[] }
  /** The wait that has just begun. */
  | { token: string }

/** Ends waits for events. */
export const matchWaits = jobRef<MatchWaitsPayload>('flows.match_waits', { limitPerKey: 1 })

/** Tells a run that waits for another one that this has ended. */
export const childEnded = jobRef<{ runId: string }>('flows.child_ended')

export interface StartDuePayload {
  /** The time it was added for. */
  at: string
  /** No other workflow is to be looked at. */
  only?: string
}

/** Starts the runs of schedules whose time has come. */
export const startDue = jobRef<StartDuePayload>('flows.start_due', { limitPerKey: 1 })

/** Starts the run for files that were gathered, once it is due. */
export const closeBurst = jobRef<{ burstId: string }>('flows.close_burst')

/** Cancels what runs in an environment. */
export const endRuns = jobRef<{ environmentId: string }>('flows.end_runs')

/** A tenant has one slice worked at a time, in the order they were added: others wait for no more. */
export const inTurn = { limitKey: 'slice' } as const

/** Deletes figures of monitoring that nobody can ask for any more. */
export const pruneRollups = jobRef<Record<string, never>>('flows.pruneRollups')

/** Does one thing to many runs. */
export const doBulk = jobRef<{ bulkId: string }>('flows.bulk')

/** Looks for runs that take too long or did not come. */
export const lookForAlertsJob = jobRef<Record<string, never>>('flows.lookForAlerts')

/** Tells an address of an alert. */
export const postAlert = jobRef<{ alertId: string; body: object }>('flows.postAlert')

export const schedules = [
  schedule({ name: 'flows.lookForAlerts', cron: '* * * * *', job: lookForAlertsJob, payload: {} }),
  schedule({ name: 'flows.pruneRollups', cron: '17 * * * *', job: pruneRollups, payload: {} }),
]
