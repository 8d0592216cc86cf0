import type { StepResult } from '@crossdock/client'

/** A step around another one, and what of it that one is in: a branch by its name, or an item by its number (0, 1 …). */
export interface Around {
  step: StepResult
  within: { branch: string } | { item: number }
}

/** The number of a step as the builder counts it: from 1, in branches too; the same for each item. */
export const numberOf = ({ stepId }: StepResult, steps: readonly StepResult[]): number =>
  [...new Set(steps.map((one) => one.stepId))].indexOf(stepId) + 1

/** The steps around one, outermost first. Its path begins with theirs: `check.yes.call`, `each[3].call`. */
export function placeOf({ path }: StepResult, steps: readonly StepResult[]): Around[] {
  return steps.flatMap((step) => {
    const rest = path.startsWith(step.path) ? path.slice(step.path.length) : ''
    const found = /^(?:\[(\d+)\]|\.([^.]+))\./.exec(rest)
    if (!found) return []
    const [, item, branch] = found
    return [{ step, within: branch === undefined ? { item: Number(item) } : { branch } }]
  })
}
