import { service } from '@crossdock/kernel/plugin'
import type { ErrorFamily, TriggerEvent } from './step_type.js'

/** A run to be started. */
export interface StartRun {
  workflowId: string
  /** The word runs are listed and told by: `webhook`. */
  trigger: string
  input?: {
    /** The asset the run is about. */
    assetId?: string | null
    /** The event that set it off, when there is one in the log. */
    event?: TriggerEvent | null
    /** Whatever else steps are to read as `input.data`; kept as JSON, at most 64 KB. */
    data?: unknown
  }
}

/** How a run ended. */
export interface RunAnswer {
  status: 'completed' | 'failed' | 'cancelled'
  /** Of the step that was asked for; null where it has put out nothing. */
  output: unknown
  /** Items that failed while the run went on. */
  failedItems: number
}

/** Why a step fails that waited. */
export interface FailedWait {
  message: string
  family: ErrorFamily
  status: number | null
}

/** Runs of the context's environment, or of its tenant outside of any, for whatever sets flows off or answers what they wait for. */
export interface FlowRuns {
  /**
   * Records a run and the job that works it, in the caller's transaction when there is one. It works in the environment of
   * its workflow.
   * @throws Problem 404 for an unknown workflow and one of another environment, 409 for a paused one, 422 when the data is too large
   */
  start(run: StartRun): Promise<{ id: string; executionId: string }>
  /**
   * Waits for the end of a run, outside of any transaction and without a place among workers.
   * @param wait.stepId whose output is wanted; absent: that of the last step
   * @returns undefined when it goes on after `wait.ms`, or `wait.signal` is aborted
   */
  answer(
    id: string,
    wait: { ms: number; stepId?: string | null; signal?: AbortSignal }
  ): Promise<RunAnswer | undefined>
  /**
   * Ends the wait of the step that gave this token; `value` is its output. Another one's answer
   * comes too late.
   * @param ending.fail the step fails instead, and is not tried again
   * @throws Problem 404 when no run that goes on waits for the token, 422 when the value is too large
   */
  resume(token: string, value: unknown, ending?: { fail?: FailedWait }): Promise<void>
  /** The events that set off runs, by the runs' executionId; of a run that no event set off there is none. */
  triggerEvents(executionIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Stops a run. @throws Problem 404, 409 when it has ended */
  cancel(id: string): Promise<void>
}

export const flowRuns = service<FlowRuns>('flows.runs')
