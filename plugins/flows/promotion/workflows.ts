import {
  secretPlaces,
  variablesIn,
  type Carried,
  type Held,
  type PromotedKind,
  type PromotedRef,
  type PromotedRow,
} from '@crossdock/environments/contracts'
import { Problem, text, validate, type Output } from '@crossdock/kernel/http'
import { createWorkflow, deleteWorkflow, updateWorkflow } from '../actions/workflows.js'
import { flowsRead, flowsWrite, stepTypes, type FlowStep } from '../contracts/index.js'
import { Workflow } from '../models/workflow.js'
import { WorkflowUse } from '../models/workflow_use.js'
import { createWorkflowBody, updateWorkflowBody } from '../validators/workflow.js'
import { assertMaySave } from '../definition/check_definition.js'
import { stepName } from '../definition/step_name.js'
import { walk } from '../definition/tree.js'
import { mapNamed, namedIn, type Naming } from './references.js'
import { plainDefinition, withMasks } from './secrets.js'

/** Workflows: their trigger and steps, with what these name. A new one is not active. */
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
    return (await (lock ? query.forUpdate() : query)).map(shown)
  },
  async named(names) {
    const query = Workflow.query().whereIn('name', [...names])
    return (await query.orderBy('created_at').orderBy('id')).map(shown)
  },
  carry,
  async create({ definition }) {
    const body = await validate(createWorkflowBody, { ...definition, isActive: false })
    return (await createWorkflow(body as Output<typeof createWorkflowBody>)).id
  },
  async update(id, definition) {
    const stored = await Workflow.findOrFail(id)
    const given = withMasks(definition as unknown as Naming, stored)
    const body = await validate(updateWorkflowBody, given)
    await updateWorkflow(id, body as Output<typeof updateWorkflowBody>)
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

interface WorkflowRow extends PromotedRow {
  definition: Naming & { name: string; description: string | null; [field: string]: unknown }
  /** With its secrets sealed, to see which of them stay. */
  stored: Naming
  held: readonly Required<Held>[]
}

function shown(workflow: Workflow): WorkflowRow {
  const { id, name, description, isActive } = workflow
  const { triggerType, triggerConfig, steps } = workflow
  const { definition, secrets } = plainDefinition(workflow)
  return {
    ...{ id, name, isActive, credentials: secrets.map(({ place }) => place) },
    held: secrets.map((secret) => ({ id, name, ...secret })),
    definition: { name, description, ...definition },
    references: namedIn(definition),
    variables: variablesIn(JSON.stringify(definition.steps)),
    stored: { triggerType, triggerConfig, steps },
  }
}

function carry(
  source: WorkflowRow,
  target: WorkflowRow | undefined,
  idOf: (ref: PromotedRef) => string
): Carried {
  const definition = mapNamed(source.definition, idOf)
  const kept = target ? plainDefinition(withMasks(definition, target.stored)).secrets : []
  const there = new Set(kept.map(({ key }) => key))
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
    ...{ kept: [], literal: [], notes: [] },
  }
}
