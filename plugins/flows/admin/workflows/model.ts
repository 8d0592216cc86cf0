import type { InputField, Workflow } from '@crossdock/client'

/** The URL of the page of a workflow. */
export const workflowPath = ({ id }: { id: string }): string =>
  `/integrations/workflows/${encodeURIComponent(id)}`

export const inputTypes = ['text', 'number', 'boolean', 'date', 'choice', 'file'] as const

export const fileEvents = [
  'file_upload',
  'file_update',
  'file_delete',
  'metadata_change',
  'user_action',
] as const

/** The inputs that a workflow asks for when it is started manually. */
export const fieldsOfWorkflow = ({
  triggerType,
  triggerConfig,
}: Pick<Workflow, 'triggerType' | 'triggerConfig'>): InputField[] =>
  triggerType === 'manual' && Array.isArray(triggerConfig.fields)
    ? (triggerConfig.fields as InputField[])
    : []

export const asksForInput = (workflow: Pick<Workflow, 'triggerType' | 'triggerConfig'>): boolean =>
  fieldsOfWorkflow(workflow).length > 0
