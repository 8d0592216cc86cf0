import type { OnItemError } from '../contracts/index.js'
import type { KeptFailure, StepResult, StepTry } from '../models/step_result.js'
import type { Kept } from './stored_output.js'

/** The branch that a step has entered. */
export interface Entry {
  name: string
  /** The branch runs for each item separately; null when it runs once. */
  items: unknown[] | null
  /** The items in the form that people see. */
  shownItems: unknown[] | null
  /** Number of items in parallel. */
  parallel: number
  /** The effect of a failed item on the others; null when the output does not report items. */
  onItemError: OnItemError | null
}

/** What a step waits for after its work is done; `failure`: its wait was ended with a failure. */
export type WaitsFor = 'time' | 'token' | 'failure'

/** The state of a step of a run between commits. */
export interface StepState {
  status: StepResult['status']
  attempts: number
  failures: number
  tries: StepTry[]
  output: Kept
  errorMessage: string | null
  /** Earliest time of the next try. */
  nextTryAt: string | null
  waitsFor: WaitsFor | null
  /** The token of a waiting step. */
  token: string | null
  entry: Entry | null
  failure: KeptFailure | null
}
