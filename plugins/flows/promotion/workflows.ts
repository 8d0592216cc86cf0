import {
  variablesIn,
  type Carried,
  type PromotedKind,
  type PromotedRef,
  type PromotedRow,
} from '@crossdock/environments/contracts'
import { text, validate, type Output } from '@crossdock/kernel/http'
import { createWorkflow, deleteWorkflow, updateWorkflow } from '../actions/workflows.js'
import { flowsRead, flowsWrite } from '../contracts/index.js'
import { Workflow } from '../models/workflow.js'
import { WorkflowUse } from '../models/workflow_use.js'
import { createWorkflowBody, updateWorkflowBody } from '../validators/workflow.js'
import { mapNamed, namedIn, type Naming } from './references.js'
import { plainDefinition, withMasks } from './secrets.js'

/** Workflows: their trigger and steps, with what these name. A new one is not active. */
export const promotedWorkflows: PromotedKind<WorkflowRow> = {
  label: text('Workflows'),
  read: flowsRead,
  write: flowsWrite,
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
}

function shown(workflow: Workflow): WorkflowRow {
  const { id, name, description, isActive } = workflow
  const { triggerType, triggerConfig, steps } = workflow
  const { definition, credentials } = plainDefinition(workflow)
  return {
    ...{ id, name, isActive, credentials },
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
  const kept = target ? plainDefinition(withMasks(definition, target.stored)).credentials : []
  const there = new Set(kept)
  return {
    definition,
    isActive: false,
    lacking: source.credentials.filter((name) => !there.has(name)),
    variables: source.variables,
    ...{ kept: [], literal: [], notes: [] },
  }
}
