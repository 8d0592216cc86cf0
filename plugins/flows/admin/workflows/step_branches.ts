import { kindNamed } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { FlowKinds } from './kinds.js'
import { ERROR_BRANCH } from './on_error.js'
import type { StepNode } from './step_tree.js'
import type { StepForm } from './workflow_form.js'

type Fields = Pick<StepForm, 'type' | 'config' | 'onError'>

/** The branches a step may have: those of its type or of its config, and the one for the case that it fails. */
export function offeredBranches(kinds: FlowKinds, fields: Fields | undefined): string[] {
  const kind = fields && kindNamed(kinds.steps, fields.type)
  if (!kind) return []
  const own = kind.branchesByConfig ? namedIn(fields.config) : kind.branches
  return [...own, ...(fields.onError?.then === 'branch' ? [ERROR_BRANCH] : [])]
}

/** A config that says which branches there are names them in `branches`. */
const namedIn = ({ branches }: StepForm['config'] = {}): string[] =>
  Array.isArray(branches) ? (branches as string[]) : []

/** The branches a step may have, and those with steps in them whatever it may have. */
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

/** What a branch is called: people give names only to those of a config. */
export function useBranchLabel(kinds: FlowKinds) {
  const translate = useTranslate()
  return (type: string, branch: string): string => {
    const isOwn = branch !== ERROR_BRANCH && kindNamed(kinds.steps, type)?.branchesByConfig
    return isOwn ? branch : translate(`flows.builder.branch.${branch}`, { _: branch })
  }
}
