import { kindNamed } from '@crossdock/admin/kit'
import type { FlowKinds } from './kinds.js'
import type { StepNode } from './step_tree.js'

/** The branches a type has, and those with steps in them whatever it has. */
export const branchesOf = (
  kinds: FlowKinds,
  type: string,
  { branches }: Pick<StepNode, 'branches'>
): string[] => [
  ...new Set([
    ...(kindNamed(kinds.steps, type)?.branches ?? []),
    ...Object.keys(branches).filter((name) => (branches[name] ?? []).length > 0),
  ]),
]
