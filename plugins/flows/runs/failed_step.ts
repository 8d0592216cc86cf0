import { clock } from '@crossdock/kernel/database'
import { StepFailed, stepTypes, type ErrorFamily, type FlowStep } from '../contracts/index.js'
import { errorBranch, settingsOf, waitAfter, recoveryAfter } from '../definition/step_settings.js'
import { stepsIn } from '../definition/tree.js'
import type { Execution } from '../models/execution.js'
import type { Entry, StepState } from './step_state.js'
import { continuesAfterFailure, stepAt, type Frame, type Place } from './frame.js'

/** What happens after a failed try. */
export type AfterFailure =
  | { kind: 'retry'; at: Date }
  /** Its error branch runs. */
  | { kind: 'errorBranch' }
  /** The next steps run. */
  | { kind: 'continue' }
  /** An outer step continues, or fails itself. */
  | { kind: 'outerStep' }
  /** The run fails. */
  | { kind: 'failRun' }

/** Returns what happens after a failed try, by the settings of the step and of its outer steps. */
export function afterFailure(
  place: Place,
  { retryable, retryAfterMs, family }: StepFailed,
  { failures: before, entry }: StepState
): AfterFailure {
  const step = stepAt(place)
  const settings = settingsOf(step)
  const failures = before + 1
  if (retryable && failures < settings.retry.attempts) {
    return {
      kind: 'retry',
      at: new Date(clock.now() + waitAfter(settings, failures, retryAfterMs)),
    }
  }
  // A step does not handle errors of steps in its own error branch.
  const recovery = entry?.name === errorBranch ? undefined : recoveryAfter(step, family)
  if (recovery === 'branch' && stepsIn(step, errorBranch).length > 0) return { kind: 'errorBranch' }
  if (recovery) return { kind: 'continue' }
  return { kind: isAbsorbed(place.frame, family) ? 'outerStep' : 'failRun' }
}

export const intoErrorBranch: Entry = {
  name: errorBranch,
  items: null,
  shownItems: null,
  parallel: 1,
  onItemError: null,
}

/**
 * Returns whether an outer step handles the failure of a step: it continues, or fails itself after its other
 * branches have ended.
 */
function isAbsorbed({ of: branch }: Frame, family: ErrorFamily): boolean {
  if (!branch) return false
  const { entry, place } = branch
  if (continuesAfterFailure(entry)) return true
  if (entry.name !== errorBranch && recoveryAfter(stepAt(place), family)) return true
  return isAbsorbed(place.frame, family)
}

/** Returns the failure that ended the wait of a step. */
export function waitFailure({ errorMessage, failure, output }: StepState): StepFailed {
  const { family, status } = failure ?? { family: 'internal' as const, status: null }
  return new StepFailed(errorMessage ?? '', {
    retryable: false,
    family,
    status,
    output: output.value,
  })
}

/** Returns the failure of a loop with too many steps. */
export const tooManyInLoops = (most: number) =>
  new StepFailed(
    `The loops of one run may run at most ${most} steps, counted for each item. Split the list, or process parts in other runs.`,
    { retryable: false, family: 'invalid' }
  )

/** Returns the failure of a step whose process ended too often. */
export function crashedTooOften(step: FlowStep, execution: Execution, losses: number): StepFailed {
  const type = stepTypes.get(step.type)
  const save = async () => {
    if (type && 'abandon' in type) await type.abandon?.({ execution, step })
  }
  const message = `The process ended ${losses} times while this step was running.`
  return new StepFailed(message, { retryable: false, save })
}

export const tokenTaken = ({ type }: FlowStep) =>
  new StepFailed(
    `The step type "${type}" has a bug: it waits for a token that another step has used.`,
    { retryable: false }
  )
