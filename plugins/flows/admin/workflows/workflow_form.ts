import type { Workflow, WorkflowStep } from '@crossdock/client'
import { kindNamed, toConfig, toFields, type KindEntry } from '@crossdock/admin/kit'
import type { FlowKinds } from './kinds.js'
import { fromOnError, toOnError } from './on_error.js'
import { offeredBranches } from './step_branches.js'
import type { StepNode } from './step_tree.js'
import type { StepLimits, StepForm } from './step_form.js'

type Fields = Record<string, unknown>

/** The values of the workflow form. Configurations are split into fields; the rest is as in the API. */
export interface WorkflowForm extends Partial<Omit<Workflow, 'triggerConfig' | 'steps'>> {
  triggerType: string
  triggerConfig: Fields
  /** The position of each step. */
  steps: StepNode[]
  /** The fields of each step, by key. */
  step: Record<string, StepForm>
}

/** Inputs that also show the errors of server fields inside them, such as entries of a list or JSON text. */
export const workflowInputs = [
  [/^(triggerConfig\.\w+)\..*/, '$1'],
  [/^triggerConfig$/, 'triggerType'],
  [/^(steps\..*?)\.config\.(timeoutMs|retry\.\w+)$/, '$1.limits.$2'],
  [/^(steps\..*?)\.config\.retry$/, '$1.limits.retry.attempts'],
  [/^(steps\..*?)\.config\.onError(\..*)?$/, '$1.onError.then'],
  [/^(steps\..*?\.config\.\w+)\..*/, '$1'],
] as const

// Not crypto.randomUUID, which browsers offer over HTTPS only.
const newStepId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** The fields of a type's configuration. For a type that is not installed, the stored value unchanged. */
export const fieldsOf = (
  kinds: readonly KindEntry[],
  type: string,
  config: unknown = {}
): Fields => {
  const kind = kindNamed(kinds, type)
  return kind ? toFields(kind.schema, config) : (config as Fields)
}

/** The path of a step's fields in the form. */
export const fieldsAt = (key: string): string => `step.${key}`

let keys = 0
/** Keys exist only in the form, because step ids may contain dots. */
const newNode = (branches: StepNode['branches'] = {}): StepNode => ({ key: `k${++keys}`, branches })

/** A new, empty step. */
export function newStep(
  { steps }: FlowKinds,
  wanted = 'api_call'
): { node: StepNode; fields: StepForm } {
  const type = (kindNamed(steps, wanted) ?? steps[0])?.name ?? ''
  const config = fieldsOf(steps, type)
  const rest = { config, limits: toLimits({}), onError: toOnError(undefined) }
  const fields = { id: newStepId(), name: '', type, systemId: '', endpointId: '', ...rest }
  return { node: newNode(), fields }
}

/** A copy of a step and of everything in its branches, with new keys and ids. Secrets are not copied. */
export function copyStep(
  step: StepNode,
  all: WorkflowForm['step']
): { node: StepNode; fields: WorkflowForm['step'] } {
  const fields: WorkflowForm['step'] = {}
  const copy = ({ key, branches }: StepNode): StepNode => {
    const inner = Object.entries(branches).map(([name, steps]) => [name, steps.map(copy)] as const)
    const node = newNode(Object.fromEntries(inner))
    const { stored: _stored, ...own } = structuredClone(all[key]!)
    fields[node.key] = { ...own, id: newStepId() }
    return node
  }
  return { node: copy(step), fields }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

function toLimits({ timeoutMs, retry }: Fields): StepLimits {
  const { attempts, delayMs } = isFields(retry) ? retry : {}
  return {
    timeoutMs: numberOf(timeoutMs),
    retry: { attempts: numberOf(attempts), delayMs: numberOf(delayMs) },
  }
}

/** Returns the position of each step, and puts its fields into `step`. */
function toNodes(
  kinds: FlowKinds,
  steps: readonly WorkflowStep[],
  step: WorkflowForm['step']
): StepNode[] {
  return [...steps]
    .sort((one, other) => one.order - other.order)
    .map(({ id, name, type, systemId, endpointId, config, branches = {} }) => {
      const inner = Object.entries(branches).map(
        ([branch, list]) => [branch, toNodes(kinds, list as WorkflowStep[], step)] as const
      )
      const node = newNode(Object.fromEntries(inner))
      step[node.key] = {
        id,
        name: name ?? '',
        type,
        systemId: systemId ?? '',
        endpointId: endpointId ?? '',
        config: fieldsOf(kinds.steps, type, config),
        limits: toLimits(config),
        onError: toOnError((config as Fields).onError),
        stored: { type, config },
      }
      return node
    })
}

export const toForm = (kinds: FlowKinds, workflow?: Workflow): WorkflowForm => {
  const triggerType = workflow?.triggerType ?? 'file_event'
  const step: WorkflowForm['step'] = {}
  return {
    ...workflow,
    triggerType,
    triggerConfig: fieldsOf(kinds.triggers, triggerType, workflow?.triggerConfig),
    steps: workflow ? toNodes(kinds, workflow.steps, step) : [],
    step,
  }
}

/** A configuration as request value; the stored value is used only for the same type. */
function configOf(kinds: readonly KindEntry[], type: string, fields: Fields, stored?: unknown) {
  const kind = kindNamed(kinds, type)
  return kind ? toConfig(kind.schema, fields, stored) : fields
}

/** A step as request value. */
interface SentStep extends Partial<Omit<WorkflowStep, 'configHidden' | 'branches'>> {
  branches?: Record<string, SentStep[]>
}

/** Adds the settings that every step has, from the form fields. Settings without a value in the form are removed. */
function withSettings(config: Fields, { limits, onError }: StepForm): Fields {
  const { timeoutMs: _timeout, retry: _retry, onError: _onError, ...own } = config
  const { timeoutMs, retry } = limits
  const given = Object.entries(retry).filter(([, value]) => value !== null)
  return {
    ...own,
    ...(timeoutMs === null ? {} : { timeoutMs }),
    ...(given.length > 0 ? { retry: Object.fromEntries(given) } : {}),
    ...fromOnError(onError),
  }
}

function toStep(kinds: FlowKinds, form: WorkflowForm, node: StepNode, at: number): SentStep {
  const fields = form.step[node.key]!
  const { id, name, type, systemId, endpointId, stored } = fields
  const before = stored?.type === type ? stored.config : undefined
  const branches = branchesOf(kinds, form, node)
  const config = configOf(kinds.steps, type, fields.config, before)
  return {
    id,
    ...(name.trim() ? { name: name.trim() } : {}),
    type,
    order: at + 1,
    ...(systemId ? { systemId, endpointId } : {}),
    config: kindNamed(kinds.steps, type) ? withSettings(config, fields) : config,
    ...(branches.length > 0 ? { branches: Object.fromEntries(branches) } : {}),
  }
}

/** The branches of the type; for a stored step also all its existing branches. */
function branchesOf(kinds: FlowKinds, form: WorkflowForm, { key, branches }: StepNode) {
  const { type, stored } = form.step[key]!
  const known = offeredBranches(kinds, form.step[key])
  return Object.entries(branches)
    .filter(([name, steps]) => steps.length > 0 && (known.includes(name) || stored?.type === type))
    .map(([name, steps]) => [name, toSteps(kinds, form, steps)] as const)
}

export const toSteps = (
  kinds: FlowKinds,
  form: WorkflowForm,
  nodes: readonly StepNode[] = form.steps
): SentStep[] => nodes.map((node, at) => toStep(kinds, form, node, at))

/** The form path of a field in the request: `steps.0.branches.yes.1.config.value`. */
export function formPathOf(form: Pick<WorkflowForm, 'steps'>, field: string): string {
  const [root, ...names] = field.split('.')
  if (root !== 'steps') return field
  let list: readonly StepNode[] = form.steps
  while (names.length > 0) {
    const step = list[Number(names[0])]
    if (!step) return field
    const [, word, branch] = names
    if (word !== 'branches' || names.length < 4) {
      return [fieldsAt(step.key), ...names.slice(1)].join('.')
    }
    list = step.branches[branch!] ?? []
    names.splice(0, 3)
  }
  return field
}

export function triggerOf(
  kinds: FlowKinds,
  form: Pick<WorkflowForm, 'triggerType' | 'triggerConfig'>,
  workflow: Workflow | undefined
) {
  const { triggerType } = form
  const before = workflow?.triggerType === triggerType ? workflow.triggerConfig : undefined
  return {
    triggerType,
    triggerConfig: configOf(kinds.triggers, triggerType, form.triggerConfig, before),
  }
}
