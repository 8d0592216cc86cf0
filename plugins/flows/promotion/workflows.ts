import {
  secretPlaces,
  variablesIn,
  type Carried,
  type Held,
  type PromotedKind,
  type PromotedRef,
  type PromotedRow,
} from '@crossdock/environments/contracts'
import { Problem, text } from '@crossdock/kernel/ground'
import { validate, type Output } from '@crossdock/kernel/shapes'
import { isJsonObject } from '@crossdock/kernel/json'
import { createWorkflow, deleteWorkflow, updateWorkflow } from '../actions/workflows.js'
import {
  flowsRead,
  flowsWrite,
  stepTypes,
  triggerTypes,
  type FlowStep,
  type KeptSettings,
} from '../contracts/index.js'
import { Workflow } from '../models/workflow.js'
import { WorkflowUse } from '../models/workflow_use.js'
import { createWorkflowBody, updateWorkflowBody } from '../validators/workflow.js'
import { assertMaySave } from '../definition/check_definition.js'
import { stepName } from '../definition/step_name.js'
import { walk } from '../definition/tree.js'
import { mapNamed, namedIn, type DefinitionParts } from './references.js'
import { plainDefinition, withMasks } from './secrets.js'

/**
 * Promotes workflows: their trigger and steps, with everything they reference. A new workflow is inactive.
 */
export const promotedWorkflows: PromotedKind<WorkflowRow> = {
  label: text('Workflows'),
  read: flowsRead,
  write: flowsWrite,
  partName: (part) => {
    const { name, type } = part as Partial<FlowStep>
    return name ?? (type && (stepTypes.get(type)?.label ?? type))
  },
  meter: 'maxWorkflows',
  after: ['systems', 'endpoints'],
  async rows(ids, { lock }) {
    const query = Workflow.query()
      .whereIn('id', [...ids])
      .orderBy('id')
    return showAll(await (lock ? query.forUpdate() : query))
  },
  async named(names) {
    const query = Workflow.query().whereIn('name', [...names])
    return showAll(await query.orderBy('created_at').orderBy('id'))
  },
  carry,
  async create({ definition: { triggerSettings, ...definition } }) {
    const body = await validate(createWorkflowBody, { ...definition, isActive: false })
    const { id, triggerType } = await createWorkflow(body as Output<typeof createWorkflowBody>)
    await keepSettings(id, triggerType, triggerSettings)
    return id
  },
  async update(id, { triggerSettings, ...definition }) {
    const stored = await Workflow.findOrFail(id)
    const given = withMasks(definition as unknown as DefinitionParts, stored)
    const body = await validate(updateWorkflowBody, given)
    const { triggerType } = await updateWorkflow(id, body as Output<typeof updateWorkflowBody>)
    await keepSettings(id, triggerType, triggerSettings)
  },
  async refusal({ steps }) {
    try {
      for (const { step } of walk(steps as FlowStep[])) await assertMaySave(step)
      return undefined
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 403) throw error
      return error.text
    }
  },
  remove: deleteWorkflow,
  async users(ids) {
    const uses = await WorkflowUse.query().whereIn('used_id', [...ids])
    const workflows = await Workflow.query()
      .whereIn('id', [...new Set(uses.map(({ workflowId }) => workflowId))])
      .orderBy('name')
      .select('id', 'name')
    return workflows.map(({ id, name }) => ({ id, name }))
  },
}

/** Stores settings that a trigger keeps outside its configuration, such as the sender checks of a webhook. */
async function keepSettings(id: string, triggerType: string, settings: unknown): Promise<void> {
  if (!isJsonObject(settings)) return
  await triggerTypes.get(triggerType)?.carried?.set(id, settings)
}

async function showAll(workflows: Workflow[]): Promise<WorkflowRow[]> {
  const settings = new Map<string, KeptSettings>()
  for (const [type, group] of Map.groupBy(workflows, ({ triggerType }) => triggerType)) {
    const found = await triggerTypes.get(type)?.carried?.of(group.map(({ id }) => id))
    for (const [id, kept] of found ?? []) settings.set(id, kept)
  }
  return workflows.map((workflow) => shown(workflow, settings.get(workflow.id)))
}

interface WorkflowRow extends PromotedRow {
  definition: DefinitionParts & {
    name: string
    description: string | null
    [field: string]: unknown
  }
  /** The sealed definition, to determine which secrets are kept. */
  stored: DefinitionParts
  held: readonly Required<Held>[]
}

function shown(workflow: Workflow, kept: KeptSettings | undefined): WorkflowRow {
  const { id, name, description, isActive } = workflow
  const { triggerType, triggerConfig, steps } = workflow
  const { definition, secrets: inDefinition } = plainDefinition(workflow)
  const secrets = [...inDefinition, ...(kept?.secrets ?? []).map(placeOfKept)]
  return {
    id,
    name,
    isActive,
    credentials: secrets.map(({ place }) => place),
    held: secrets.map((secret) => ({ id, name, ...secret })),
    definition: {
      name,
      description,
      ...definition,
      ...(kept ? { triggerSettings: kept.settings } : {}),
    },
    references: namedIn(definition),
    variables: variablesIn(JSON.stringify(definition.steps)),
    stored: { triggerType, triggerConfig, steps },
  }
}

const ofKept = 'triggerSettings '
const placeOfKept = (name: string) => ({ place: `triggerSettings.${name}`, key: ofKept + name })

function carry(
  source: WorkflowRow,
  target: WorkflowRow | undefined,
  idOf: (ref: PromotedRef) => string
): Carried {
  const definition = mapNamed(source.definition, idOf)
  const kept = target ? plainDefinition(withMasks(definition, target.stored)).secrets : []
  const wanted = new Set(source.held.map(({ key }) => key))
  // Secrets of the trigger are kept if its settings still require them.
  const ofTrigger = (target?.held ?? []).filter(
    ({ key }) => key.startsWith(ofKept) && wanted.has(key)
  )
  const there = new Set([...kept, ...ofTrigger].map(({ key }) => key))
  const placesOf = (held: readonly Required<Held>[]) =>
    held.filter(({ key }) => !there.has(key)).map(({ place }) => place)
  return {
    definition,
    isActive: false,
    lacking: placesOf(source.held),
    deleted: placesOf(target?.held ?? []),
    written: [
      ...secretPlaces(definition.triggerConfig, 'triggerConfig'),
      ...[...walk(definition.steps)].flatMap(({ step }) =>
        secretPlaces(step.config, `step ${stepName(step)}: config`)
      ),
    ],
    variables: source.variables,
    kept: [],
    literal: [],
    notes: [],
  }
}
