import type { Workflow, WorkflowStep } from '@crossdock/client'
import { fromJsonText, toJsonText } from '@crossdock/admin/kit'

/** What the engine runs today; kinds it does not know are refused when saved. */
export const offeredTriggers = ['file_event', 'manual'] as const
export const offeredSteps = ['api_call', 'metadata_update'] as const

export interface StepForm {
  id: string
  type: string
  systemId: string | null
  endpointId: string | null
  sendFile: string
  paramsText: string | null
  metadataText: string | null
  /** Configuration this form has no fields for; kept as it is. */
  config: Record<string, unknown>
}

export interface WorkflowForm {
  name: string
  triggerType: string
  description: string | null
  eventTypes: string[]
  fileTypes: string | null
  folderPaths: string | null
  steps: StepForm[]
  isActive: boolean
}

/** Fields of the server whose messages belong to an input of another name. */
export const workflowInputs = [
  [/^triggerConfig\.(eventTypes|fileTypes|folderPaths).*/, '$1'],
  [/^triggerConfig.*/, 'triggerType'],
  [/^steps\.(\d+)\.config\.sendFile.*/, 'steps.$1.sendFile'],
  [/^steps\.(\d+)\.config\.params.*/, 'steps.$1.paramsText'],
  [/^steps\.(\d+)\.config.*/, 'steps.$1.metadataText'],
] as const

// Not crypto.randomUUID: browsers offer it over HTTPS only.
const newStepId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** A step to be filled in. */
export const newStep = (): StepForm => ({
  id: newStepId(),
  type: 'api_call',
  systemId: '',
  endpointId: '',
  sendFile: 'none',
  paramsText: '',
  metadataText: '',
  config: {},
})

const toStepForm = (step: WorkflowStep): StepForm => {
  const { sendFile, params, metadata } = step.config
  return {
    id: step.id,
    type: step.type,
    systemId: step.systemId ?? '',
    endpointId: step.endpointId ?? '',
    sendFile: typeof sendFile === 'string' ? sendFile : 'none',
    paramsText: toJsonText(params as object | undefined),
    metadataText: toJsonText(metadata as object | undefined),
    config: step.config,
  }
}

/** What file events are set to. */
interface FileTrigger {
  eventTypes?: string[]
  fileTypes?: string[]
  folderPaths?: string[]
}

export const toForm = (
  workflow?: Workflow,
  trigger: FileTrigger = workflow?.triggerConfig ?? {}
): WorkflowForm => ({
  name: workflow?.name ?? '',
  triggerType: workflow?.triggerType ?? 'file_event',
  description: workflow?.description ?? '',
  eventTypes: trigger.eventTypes ?? ['file_upload'],
  fileTypes: (trigger.fileTypes ?? []).join(', '),
  folderPaths: (trigger.folderPaths ?? []).join(', '),
  steps: workflow
    ? [...workflow.steps].sort((a, b) => a.order - b.order).map(toStepForm)
    : [newStep()],
  isActive: workflow?.isActive ?? true,
})

/** Entries of a comma-separated text, trimmed, without empty ones. */
export const splitList = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** A step as it is sent. */
type SentStep = Partial<Omit<WorkflowStep, 'configHidden'>>

/** Without what a step of another type was set to before its type was changed. */
const without = (config: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)))

function toStep(step: StepForm, at: number): SentStep {
  const base = { id: step.id, type: step.type, order: at + 1 }
  if (step.type === 'api_call') {
    const params = fromJsonText(step.paramsText)
    const others = without(step.config, 'metadata', 'assetId')
    const config = { ...others, sendFile: step.sendFile, params }
    return { ...base, systemId: step.systemId, endpointId: step.endpointId, config }
  }
  if (step.type === 'metadata_update') {
    const others = without(step.config, 'sendFile', 'params')
    return { ...base, config: { ...others, metadata: fromJsonText(step.metadataText) } }
  }
  return { ...base, systemId: step.systemId, endpointId: step.endpointId, config: step.config }
}

/** What is sent: only the trigger fields of the chosen type, steps numbered 1 to n. */
export const toBody = (form: WorkflowForm, tenantId: string | undefined) => ({
  tenantId,
  name: form.name.trim(),
  description: form.description?.trim() || null,
  triggerType: form.triggerType,
  triggerConfig:
    form.triggerType === 'file_event'
      ? {
          eventTypes: form.eventTypes,
          fileTypes: splitList(form.fileTypes),
          folderPaths: splitList(form.folderPaths),
        }
      : {},
  steps: form.steps.map(toStep),
  isActive: form.isActive,
})
