import type { Workflow, WorkflowStep } from '@crossdock/client'
import { toConfig, toFields } from '@crossdock/admin/kit'
import { kindNamed, type FlowKinds } from './kinds.js'

type Fields = Record<string, unknown>

export interface StepForm {
  id: string
  type: string
  systemId: string | null
  endpointId: string | null
  /** As the fields of its type hold it. */
  config: Fields
  /** The type and configuration that are stored, and the branches, which are kept as they are. */
  stored?: Pick<WorkflowStep, 'type' | 'config' | 'branches'>
}

export interface WorkflowForm {
  name: string
  triggerType: string
  description: string | null
  triggerConfig: Fields
  steps: StepForm[]
  isActive: boolean
}

/** What is wrong inside of a list or of JSON is shown at its field. */
export const workflowInputs = [
  [/^(triggerConfig\.\w+)\..*/, '$1'],
  [/^triggerConfig$/, 'triggerType'],
  [/^(steps\.\d+\.config\.\w+)\..*/, '$1'],
] as const

// Not crypto.randomUUID: browsers offer it over HTTPS only.
const newStepId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** The fields of a type's configuration; of a type that is not installed what is stored, as it is. */
export const fieldsOf = (kinds: FlowKinds['steps'], type: string, config: unknown = {}): Fields => {
  const kind = kindNamed(kinds, type)
  return kind ? toFields(kind.schema, config) : (config as Fields)
}

/** A step to be filled in. */
export function newStep({ steps }: FlowKinds): StepForm {
  const type = (kindNamed(steps, 'api_call') ?? steps[0])?.name ?? ''
  return { id: newStepId(), type, systemId: '', endpointId: '', config: fieldsOf(steps, type) }
}

const toStepForm = ({ steps }: FlowKinds, step: WorkflowStep): StepForm => ({
  id: step.id,
  type: step.type,
  systemId: step.systemId ?? '',
  endpointId: step.endpointId ?? '',
  config: fieldsOf(steps, step.type, step.config),
  stored: step,
})

export const toForm = (kinds: FlowKinds, workflow?: Workflow): WorkflowForm => {
  const triggerType = workflow?.triggerType ?? 'file_event'
  return {
    name: workflow?.name ?? '',
    triggerType,
    description: workflow?.description ?? '',
    triggerConfig: fieldsOf(kinds.triggers, triggerType, workflow?.triggerConfig),
    steps: workflow
      ? [...workflow.steps].sort((a, b) => a.order - b.order).map((step) => toStepForm(kinds, step))
      : [newStep(kinds)],
    isActive: workflow?.isActive ?? true,
  }
}

/** A configuration as it is sent; what is stored counts for the type it was stored for. */
function configOf(kinds: FlowKinds['steps'], type: string, fields: Fields, stored?: unknown) {
  const kind = kindNamed(kinds, type)
  return kind ? toConfig(kind.schema, fields, stored) : fields
}

/** A step as it is sent. */
type SentStep = Partial<Omit<WorkflowStep, 'configHidden'>>

function toStep({ steps }: FlowKinds, step: StepForm, at: number): SentStep {
  const { id, type, systemId, endpointId, stored } = step
  const before = stored?.type === type ? stored.config : undefined
  return {
    id,
    type,
    order: at + 1,
    ...(systemId ? { systemId, endpointId } : {}),
    config: configOf(steps, type, step.config, before),
    ...(stored?.branches ? { branches: stored.branches } : {}),
  }
}

/** What is sent: the configuration of the chosen types, steps numbered 1 to n. */
export const toBody = (
  kinds: FlowKinds,
  form: WorkflowForm,
  workflow: Workflow | undefined,
  tenantId: string | undefined
) => {
  const { triggerType } = form
  const before = workflow?.triggerType === triggerType ? workflow.triggerConfig : undefined
  return {
    tenantId,
    name: form.name.trim(),
    description: form.description?.trim() || null,
    triggerType,
    triggerConfig: configOf(kinds.triggers, triggerType, form.triggerConfig, before),
    steps: form.steps.map((step, at) => toStep(kinds, step, at)),
    isActive: form.isActive,
  }
}
