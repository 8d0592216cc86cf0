import type { Workflow, WorkflowDraft, WorkflowVersionContent } from './model.js'
import type { FlowKinds } from '../workflows/kinds.js'
import { toForm, toSteps, triggerOf, type WorkflowForm } from '../workflows/workflow_form.js'
import type { Content } from './three_way.js'

/** A draft as it is sent; throws while a field holds JSON that is not finished. */
export function contentOf(kinds: FlowKinds, form: WorkflowForm, stored: Stored): Content {
  return {
    name: form.name?.trim() ?? '',
    description: form.description?.trim() || null,
    ...triggerOf(kinds, form, stored as Workflow),
    steps: toSteps(kinds, form) as Content['steps'],
  }
}

/** What was stored of the trigger: its secrets stay while it is of that type. */
export type Stored = Pick<Workflow, 'triggerType' | 'triggerConfig'>

export const formOf = (kinds: FlowKinds, content: Content): WorkflowForm =>
  toForm(kinds, content as Workflow)

/** The same words in a draft, a version and a workflow. */
export const contentIn = (
  one: WorkflowDraft | Workflow | (WorkflowVersionContent & { description?: string | null })
): Content => ({
  name: one.name,
  description: one.description ?? null,
  triggerType: one.triggerType,
  triggerConfig: one.triggerConfig,
  steps: one.steps,
})
