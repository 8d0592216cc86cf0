import { notFound, Problem, text } from '@crossdock/kernel/ground'
import {
  type Page,
  paginate,
  searchIn,
  type FilterValue,
  type ListDefinition,
  type ListRequest,
  type Row,
} from '@crossdock/kernel/lists'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { derivedOf } from '../definition/derived.js'
import { Workflow } from '../models/workflow.js'
import { toStartable, toWorkflow } from '../transformers/workflow.js'
import { personNames } from '@crossdock/backend/users'
import { versionNumbers } from './versions.js'

const filters = {
  triggerType: 'text',
  isActive: 'boolean',
  search: 'text',
  uses: 'id',
} as const

export const workflowList: ListDefinition = {
  resource: 'workflows',
  filters,
  sorts: { name: 'name', createdAt: 'created_at', updatedAt: 'updated_at' },
  defaultSort: ['name', 'asc'],
}

export const startableList: ListDefinition = {
  ...workflowList,
  filters: { triggerType: filters.triggerType, search: filters.search },
}

const search = searchIn('name', 'description')

export async function listWorkflows(list: ListRequest) {
  const page: Page<Row<Workflow>> = await paginate(Workflow.query(), workflowList, list, {
    search,
    uses: (query, value) => query.whereIn('id', naming(usedIds(value))),
  })
  const shown = await showAll(page.rows)
  return page.with(shown)
}

/** Returns a workflow as the API shows it, with its version and the person who saved it. */
export async function shownWorkflow(workflow: Workflow) {
  const [shown] = await showAll([workflow])
  return shown!
}

async function showAll(workflows: readonly Row<Workflow>[]) {
  const versionOf = await versionNumbers(workflows)
  const nameOf = await personNames(workflows.map(({ savedBy }) => savedBy))
  const derived = await derivedOf(workflows)
  return workflows.map((workflow) =>
    toWorkflow(workflow, {
      version: versionOf(workflow),
      savedByName: nameOf(workflow.savedBy),
      derived: derived(workflow),
    })
  )
}

/** Maximum number of ids, which is the number of endpoints that an environment may have. */
const mostUsed = 100

function usedIds(value: FilterValue): string[] {
  const ids = [value].flat().filter((id) => typeof id === 'string')
  if (ids.some((id) => id.endsWith('*'))) {
    throw new Problem(400, 'E_LIST', text('The filter "uses" needs complete ids.'))
  }
  if (ids.length <= mostUsed) return ids.map((id) => id.toLowerCase())
  throw new Problem(
    400,
    'E_LIST',
    text('The filter "uses" takes at most {most} ids.', { most: mostUsed })
  )
}

/**
 * Selects workflows that reference one of the ids: a system, an endpoint, or any object that their step types
 * use.
 */
export const naming = (ids: readonly string[]) =>
  tenantTable('integration_workflow_uses')
    .whereIn('used_id', [...ids])
    .select('workflow_id')

/** Lists the active workflows, for a person who wants to start one. */
export async function listStartable(list: ListRequest) {
  const active = Workflow.query().where('is_active', true)
  return (await paginate(active, startableList, list, { search })).map(toStartable)
}

/** @throws Problem 404 */
export async function findWorkflow(id: string): Promise<Workflow> {
  const workflow = await Workflow.find(id)
  if (!workflow) throw notFound('There is no workflow with the id "{id}".', id)
  return workflow
}
