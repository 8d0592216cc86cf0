import { service } from '@crossdock/kernel/plugin'
import type { ErrorFamily, TriggerEvent } from './step_type.js'

/** The parameters of a new run. */
export interface StartRun {
  workflowId: string
  /** The trigger of the run as lists and logs name it: `webhook`. */
  trigger: string
  input?: {
    /** The asset the run is about. */
    assetId?: string | null
    /** The event that caused the run, if the log has one. */
    event?: TriggerEvent | null
    /** Further data for the steps as `input.data`; stored as JSON, at most 64 KB. */
    data?: unknown
  }
}

/** The result of an ended run. */
export interface RunAnswer {
  status: 'completed' | 'failed' | 'cancelled'
  /** Output of the requested step; null if there is none. */
  output: unknown
  /** Number of failed items after which the run continued. */
  failedItems: number
}

/** Why a waiting step fails. */
export interface FailedWait {
  message: string
  family: ErrorFamily
  status: number | null
}

/**
 * The runs of the context's environment, or of its tenant outside any environment. Plugins use it to start flows
 * and to end the waits of steps.
 */
export interface FlowRuns {
  /**
   * Records a run with its job, in the caller's transaction if there is one. The run works in the environment of
   * its workflow.
   * @throws Problem 404 for an unknown workflow and for a workflow of another environment, 409 for a paused
   * workflow, 422 if the data is too large
   */
  start(run: StartRun): Promise<{ id: string; executionId: string }>
  /**
   * Waits for the end of a run, outside any transaction and without occupying a worker.
   * @param wait.stepId the step whose output is returned; if absent, the last step
   * @returns undefined if the run has not ended after `wait.ms`, or if `wait.signal` is aborted
   */
  answer(
    id: string,
    wait: { ms: number; stepId?: string | null; signal?: AbortSignal }
  ): Promise<RunAnswer | undefined>
  /**
   * Ends the wait of the step with this token; `value` becomes its output. Only the first answer counts.
   * @param ending.fail the step fails instead, and is not retried
   * @throws Problem 404 if no active run waits for the token, 422 if the value is too large
   */
  resume(token: string, value: unknown, ending?: { fail?: FailedWait }): Promise<void>
  /** Returns the events that caused runs, by executionId. Runs without an event are omitted. */
  triggerEvents(executionIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Cancels a run.
   * @throws Problem 404, 409 when it has ended
   */
  cancel(id: string): Promise<void>
}

export const flowRuns = service<FlowRuns>('flows.runs')
