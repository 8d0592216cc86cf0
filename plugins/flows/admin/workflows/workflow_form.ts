import type { Workflow, WorkflowStep } from '@crossdock/client'
import { kindNamed, toConfig, toFields, toValues, type KindEntry } from '@crossdock/admin/kit'
import type { FlowKinds } from './kinds.js'

type Fields = Record<string, unknown>

export interface StepForm {
  id: string
  type: string
  systemId: string | null
  endpointId: string | null
  /** As the fields of its type hold it. */
  config: Fields
  /** The steps of each branch, by its name. */
  branches: Record<string, StepForm[]>
  /** The type and configuration that are stored. */
  stored?: Pick<WorkflowStep, 'type' | 'config'>
}

/** A workflow as its dialog holds it: what kinds ask for as fields, the rest as it is. */
export interface WorkflowForm extends Partial<Omit<Workflow, 'triggerConfig' | 'steps'>> {
  triggerType: string
  triggerConfig: Fields
  steps: StepForm[]
}

/** What is wrong inside of a list or of JSON is shown at its field. */
export const workflowInputs = [
  [/^(triggerConfig\.\w+)\..*/, '$1'],
  [/^triggerConfig$/, 'triggerType'],
  [/^(steps\..*?\.config\.\w+)\..*/, '$1'],
] as const

// Not crypto.randomUUID: browsers offer it over HTTPS only.
const newStepId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** The fields of a type's configuration; of a type that is not installed what is stored, as it is. */
export const fieldsOf = (
  kinds: readonly KindEntry[],
  type: string,
  config: unknown = {}
): Fields => {
  const kind = kindNamed(kinds, type)
  return kind ? toFields(kind.schema, config) : (config as Fields)
}

/** A step to be filled in. */
export function newStep({ steps }: FlowKinds): StepForm {
  const type = (kindNamed(steps, 'api_call') ?? steps[0])?.name ?? ''
  const config = fieldsOf(steps, type)
  return { id: newStepId(), type, systemId: '', endpointId: '', config, branches: {} }
}

function toStepForm(kinds: FlowKinds, step: WorkflowStep): StepForm {
  const { id, type, config } = step
  const branches = Object.entries(step.branches ?? {}).map(
    ([name, steps]) => [name, toStepForms(kinds, steps as WorkflowStep[])] as const
  )
  return {
    id,
    type,
    systemId: step.systemId ?? '',
    endpointId: step.endpointId ?? '',
    config: fieldsOf(kinds.steps, type, config),
    branches: Object.fromEntries(branches),
    stored: { type, config },
  }
}

const toStepForms = (kinds: FlowKinds, steps: readonly WorkflowStep[]): StepForm[] =>
  [...steps].sort((a, b) => a.order - b.order).map((step) => toStepForm(kinds, step))

export const toForm = (kinds: FlowKinds, workflow?: Workflow): WorkflowForm => {
  const triggerType = workflow?.triggerType ?? 'file_event'
  return {
    isActive: true,
    ...workflow,
    triggerType,
    triggerConfig: fieldsOf(kinds.triggers, triggerType, workflow?.triggerConfig),
    steps: workflow ? toStepForms(kinds, workflow.steps) : [newStep(kinds)],
  }
}

/** A configuration as it is sent; what is stored counts for the type it was stored for. */
function configOf(kinds: readonly KindEntry[], type: string, fields: Fields, stored?: unknown) {
  const kind = kindNamed(kinds, type)
  return kind ? toConfig(kind.schema, fields, stored) : fields
}

/** A step as it is sent. */
interface SentStep extends Partial<Omit<WorkflowStep, 'configHidden' | 'branches'>> {
  branches?: Record<string, SentStep[]>
}

function toStep(kinds: FlowKinds, step: StepForm, at: number): SentStep {
  const { id, type, systemId, endpointId, stored } = step
  const before = stored?.type === type ? stored.config : undefined
  const branches = branchesOf(kinds, step)
  return {
    id,
    type,
    order: at + 1,
    ...(systemId ? { systemId, endpointId } : {}),
    config: configOf(kinds.steps, type, step.config, before),
    ...(branches.length > 0 ? { branches: Object.fromEntries(branches) } : {}),
  }
}

const toSteps = (kinds: FlowKinds, steps: readonly StepForm[]) =>
  steps.map((step, at) => toStep(kinds, step, at))

/** Those the type has; of one that was stored all that are there, whatever says which it has. */
function branchesOf(kinds: FlowKinds, { type, stored, branches }: StepForm) {
  const known = kindNamed(kinds.steps, type)?.branches ?? []
  return Object.entries(branches)
    .filter(([name, steps]) => steps.length > 0 && (known.includes(name) || stored?.type === type))
    .map(([name, steps]) => [name, toSteps(kinds, steps)] as const)
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
    ...toValues(form),
    tenantId,
    triggerConfig: configOf(kinds.triggers, triggerType, form.triggerConfig, before),
    steps: toSteps(kinds, form.steps),
  }
}
