import type { Workflow, WorkflowDraft, WorkflowVersionContent } from './model.js'
import type { FlowKinds } from '../workflows/kinds.js'
import { toForm, toSteps, triggerOf, type WorkflowForm } from '../workflows/workflow_form.js'
import type { Content } from './three_way.js'

/**
 * Returns the form as the request body of a draft.
 * @throws SyntaxError while a field contains incomplete JSON
 */
export function contentOf(kinds: FlowKinds, form: WorkflowForm, stored: Stored): Content {
  return {
    name: form.name?.trim() ?? '',
    description: form.description?.trim() || null,
    ...triggerOf(kinds, form, stored as Workflow),
    steps: toSteps(kinds, form) as Content['steps'],
  }
}

/** The stored trigger. Its secrets are kept while the type stays the same. */
export type Stored = Pick<Workflow, 'triggerType' | 'triggerConfig'>

export const formOf = (kinds: FlowKinds, content: Content): WorkflowForm =>
  toForm(kinds, content as Workflow)

/** The common fields of a draft, a version and a workflow. */
export const contentIn = (
  one: WorkflowDraft | Workflow | (WorkflowVersionContent & { description?: string | null })
): Content => ({
  name: one.name,
  description: one.description ?? null,
  triggerType: one.triggerType,
  triggerConfig: one.triggerConfig,
  steps: one.steps,
})
