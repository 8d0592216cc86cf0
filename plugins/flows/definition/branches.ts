import { text, type FieldError } from '@crossdock/kernel/ground'
import { stepTypes, type FlowStep } from '../contracts/index.js'
import { branchesOf, branchNames } from './tree.js'

/** Returns errors for branches that the type of a step does not have. */
export function checkBranches(step: FlowStep): FieldError[] {
  const type = stepTypes.get(step.type)
  if (!type || !step.branches) return []
  const names = branchNames(step)
  return branchesOf(step)
    .filter(([branch]) => !names.includes(branch))
    .map(([branch]) => ({
      field: `branches.${branch}`,
      rule: 'unknown',
      text: names.length > 0 ? noBranch(type.label, branch, names) : hasNoBranches(type.label),
    }))
}

const noBranch = (type: string, branch: string, names: readonly string[]) =>
  text('A step of the type "{type}" has no branch "{branch}". It has: {choices}.', {
    type,
    branch,
    choices: names.join(', '),
  })

const hasNoBranches = (type: string) =>
  text('A step of the type "{type}" has no branches.', { type })
