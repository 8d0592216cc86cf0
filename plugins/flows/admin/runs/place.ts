import type { StepResult } from '@crossdock/client'

/** An outer step, with the branch (by name) or the item (by index from 0) that contains the inner step. */
export interface OuterStep {
  step: StepResult
  within: { branch: string } | { item: number }
}

/** Returns the number of a step as in the builder. It is the same for each item of a loop. */
export const numberOf = ({ stepId }: StepResult, steps: readonly StepResult[]): number =>
  [...new Set(steps.map((one) => one.stepId))].indexOf(stepId) + 1

/** Returns the outer steps, outermost first. The path of a step contains theirs: `check.yes.call`, `each[3].call`. */
export function outerStepsOf({ path }: StepResult, steps: readonly StepResult[]): OuterStep[] {
  return steps.flatMap((step) => {
    const rest = path.startsWith(step.path) ? path.slice(step.path.length) : ''
    const found = /^(?:\[(\d+)\]|\.([^.]+))\./.exec(rest)
    if (!found) return []
    const [, item, branch] = found
    return [{ step, within: branch === undefined ? { item: Number(item) } : { branch } }]
  })
}

/**
 * Returns the steps at which a replay can start, except the first. Steps that run for each item, or in parallel to
 * others, cannot be chosen.
 */
export const startsOf = (steps: readonly StepResult[]): { step: StepResult; number: number }[] =>
  steps
    .filter(
      (step) =>
        !step.path.includes('[') &&
        step.status !== 'skipped' &&
        step.attempts > 0 &&
        outerStepsOf(step, steps).every((around) => around.step.branch !== '*')
    )
    .slice(1)
    .map((step) => ({ step, number: numberOf(step, steps) }))
