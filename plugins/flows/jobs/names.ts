import { jobRef } from '@crossdock/kernel/jobs'

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

/** Cancels what runs in an environment. */
export const endRuns = jobRef<{ environmentId: string }>('flows.end_runs')

/** A tenant has one slice worked at a time, in the order they were added: others wait for no more. */
export const inTurn = { limitKey: 'slice' } as const
