import { clock } from '@crossdock/kernel/database'
import { StepFailed, stepTypes, type ErrorFamily, type FlowStep } from '../contracts/index.js'
import { errorBranch, settingsOf, waitAfter, wayOn } from '../definition/step_settings.js'
import { stepsIn } from '../definition/tree.js'
import type { Execution } from '../models/execution.js'
import type { Entry, StepState } from './checkpoints.js'
import { goesOn, stepAt, type Frame, type Place } from './frame.js'

/** What comes after a try that failed. */
export type AfterFailure =
  | { way: 'again'; at: Date }
  /** Its steps for the case of an error are worked. */
  | { way: 'branch' }
  /** The steps behind it are worked. */
  | { way: 'on' }
  /** A step around it goes on, or fails itself. */
  | { way: 'out' }
  /** The run fails. */
  | { way: 'over' }

/** Decides by the settings of the step, and of those around it. */
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
  // A step of its error branch is none that it handles.
  const way = entry?.name === errorBranch ? undefined : wayOn(step, family)
  if (way === 'branch' && stepsIn(step, errorBranch).length > 0) return { way: 'branch' }
  if (way) return { way: 'on' }
  return { way: isAbsorbed(place.frame, family) ? 'out' : 'over' }
}

export const intoErrorBranch: Entry = {
  ...{ name: errorBranch, items: null, shownItems: null, parallel: 1, onItemError: null },
}

/** Whether a step around the frame goes on, or fails itself, when one in the frame fails. */
function isAbsorbed({ of: branch }: Frame, family: ErrorFamily): boolean {
  if (!branch) return false
  const { entry, place } = branch
  if (goesOn(entry)) return true
  if (entry.name !== errorBranch && wayOn(stepAt(place), family)) return true
  return isAbsorbed(place.frame, family)
}

/** The failure of a step whose wait was ended with one. */
export function toldFailure({ errorMessage, failure, output }: StepState): StepFailed {
  const { family, status } = failure ?? { family: 'internal' as const, status: null }
  return new StepFailed(errorMessage ?? '', {
    ...{ retryable: false, family, status, output: output.value },
  })
}

/** A loop that is not entered. */
export const tooManyInLoops = (most: number) =>
  new StepFailed(
    `The loops of one run may do at most ${most} steps, each counted once for each item. Split the list, or have other runs do parts of it.`,
    { retryable: false, family: 'invalid' }
  )

/** The failure of a step that ran each time a process ended. */
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
    `The step type "${type}" has a fault: it waits for a token that a step has waited for before.`,
    { retryable: false }
  )
