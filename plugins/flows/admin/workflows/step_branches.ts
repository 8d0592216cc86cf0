import { kindNamed } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { FlowKinds } from './kinds.js'
import { ERROR_BRANCH } from './on_error.js'
import type { StepNode } from './step_tree.js'
import type { StepForm } from './step_form.js'

type Fields = Pick<StepForm, 'type' | 'config' | 'onError'>

/** Returns the branches that a step may have: those of its type or its config, and the error branch. */
export function offeredBranches(kinds: FlowKinds, fields: Fields | undefined): string[] {
  const kind = fields && kindNamed(kinds.steps, fields.type)
  if (!kind) return []
  const own = kind.branchesByConfig ? namedIn(fields.config) : kind.branches
  return [...own, ...(fields.onError?.then === 'branch' ? [ERROR_BRANCH] : [])]
}

/** Returns the branches that a config defines. */
const namedIn = ({ branches }: StepForm['config'] = {}): string[] =>
  Array.isArray(branches) ? (branches as string[]) : []

/** Returns the branches that a step may have, and other branches of the step that contain steps. */
export const branchesOf = (
  kinds: FlowKinds,
  fields: Fields | undefined,
  { branches }: Pick<StepNode, 'branches'>
): string[] => [
  ...new Set([
    ...offeredBranches(kinds, fields),
    ...Object.keys(branches).filter((name) => (branches[name] ?? []).length > 0),
  ]),
]

/** Returns a function for the label of a branch. Names that people entered, in a config, are shown as they are. */
export function useBranchLabel(kinds: FlowKinds) {
  const translate = useTranslate()
  return (type: string, branch: string): string => {
    const isOwn = branch !== ERROR_BRANCH && kindNamed(kinds.steps, type)?.branchesByConfig
    return isOwn ? branch : translate(`flows.builder.branch.${branch}`, { _: branch })
  }
}
