import { Problem, type FieldError } from '@crossdock/kernel/ground'
import { stepTypes, triggerTypes } from '../contracts/index.js'
import type { Workflow } from '../models/workflow.js'
import type { WorkflowDraft } from '../models/workflow_draft.js'
import { checkDefinition } from './check_definition.js'
import { maskDefinition } from './sealed.js'
import { walk } from './tree.js'

/** The fields that a draft and a workflow have in common. */
export type Definition = Pick<
  WorkflowDraft,
  'name' | 'description' | 'triggerType' | 'triggerConfig' | 'steps'
>

/**
 * Returns all errors that prevent activation. An empty list means that the draft can be activated.
 * @param stored the draft and its workflow
 */
export async function problemsOf(draft: WorkflowDraft, workflow: Workflow): Promise<FieldError[]> {
  try {
    await checkedDraft(draft, workflow)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.errors.length > 0) return error.errors
    return [{ field: 'steps', rule: 'grant', text: error.text }]
  }
}

/**
 * Returns the definition of a draft that can be activated, with secrets masked.
 * @throws Problem 403, 422
 */
export function checkedDraft(
  draft: Definition,
  workflow: Workflow,
  options?: Parameters<typeof checkDefinition>[2]
) {
  const masked = maskDefinition(draft)
  const before = maskDefinition(workflow)
  const known = new Map([...walk(before.steps)].map(({ step }) => [step.id, step]))
  // A step of a type that is not installed may stay only if it is part of the active version.
  const steps = [...walk(masked.steps)].flatMap(({ step }) =>
    stepTypes.get(step.type) ? step : (known.get(step.id) ?? [])
  )
  const trigger = triggerTypes.get(masked.triggerType) ? masked : before
  const { triggerType, triggerConfig } = trigger
  return checkDefinition(masked, { triggerType, triggerConfig, steps, id: workflow.id }, options)
}
