import { clock } from '@crossdock/kernel/database'
import { StepFailed, stepTypes, type ErrorFamily, type FlowStep } from '../contracts/index.js'
import { errorBranch, settingsOf, waitAfter, wayOn } from '../definition/step_settings.js'
import { stepsIn } from '../definition/tree.js'
import type { Execution } from '../models/execution.js'
import type { Entry, StepState } from './step_state.js'
import { continuesAfterFailure, stepAt, type Frame, type Place } from './frame.js'

/** What happens after a failed try. */
export type AfterFailure =
  | { way: 'again'; at: Date }
  /** Its error branch runs. */
  | { way: 'branch' }
  /** The next steps run. */
  | { way: 'on' }
  /** An outer step continues, or fails itself. */
  | { way: 'out' }
  /** The run fails. */
  | { way: 'over' }

/** Decides by the settings of the step and of the outer steps. */
export function afterFailure(
  place: Place,
  { retryable, retryAfterMs, family }: StepFailed,
  { failures: before, entry }: StepState
): AfterFailure {
  const step = stepAt(place)
  const settings = settingsOf(step)
  const failures = before + 1
  if (retryable && failures < settings.retry.attempts) {
    return { way: 'again', at: new Date(clock.now() + waitAfter(settings, failures, retryAfterMs)) }
  }
  // A step does not handle errors of steps in its own error branch.
  const way = entry?.name === errorBranch ? undefined : wayOn(step, family)
  if (way === 'branch' && stepsIn(step, errorBranch).length > 0) return { way: 'branch' }
  if (way) return { way: 'on' }
  return { way: isAbsorbed(place.frame, family) ? 'out' : 'over' }
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
  if (entry.name !== errorBranch && wayOn(stepAt(place), family)) return true
  return isAbsorbed(place.frame, family)
}

/** Returns the failure with which the wait of a step was ended. */
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
export function takenDown(step: FlowStep, execution: Execution, losses: number): StepFailed {
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
