import { service } from '@crossdock/kernel/plugin'
import type { TriggerEvent } from './step_type.js'

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

/** Runs of the context's environment, or of its tenant outside of any, for whatever sets flows off or answers what they wait for. */
export interface FlowRuns {
  /**
   * Records a run and the job that works it, in the caller's transaction when there is one. It works in the environment of
   * its workflow.
   * @throws Problem 404 for an unknown workflow and one of another environment, 409 for a paused one, 422 when the data is too large
   */
  start(run: StartRun): Promise<{ id: string }>
  /**
   * Ends the wait of the step that gave this token; `value` is its output. Another one's answer
   * comes too late.
   * @throws Problem 404 when no run that goes on waits for the token, 422 when the value is too large
   */
  resume(token: string, value: unknown): Promise<void>
  /** Stops a run. @throws Problem 404, 409 when it has ended */
  cancel(id: string): Promise<void>
}

export const flowRuns = service<FlowRuns>('flows.runs')
