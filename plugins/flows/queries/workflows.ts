import {
  notFound,
  paginate,
  searchIn,
  type ListDefinition,
  type ListRequest,
} from '@crossdock/kernel/http'
import { Workflow } from '../models/workflow.js'
import { toStartable, toWorkflow } from '../transformers/workflow.js'

const filters = { triggerType: 'text', isActive: 'boolean', search: 'text' } as const

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
  return (await paginate(Workflow.query(), workflowList, list, { search })).map(toWorkflow)
}

/** The active ones, for whoever wants to start one. */
export async function listStartable(list: ListRequest) {
  const active = Workflow.query().where('is_active', true)
  return (await paginate(active, startableList, list, { search })).map(toStartable)
}

/** @throws Problem 404 */
export async function showWorkflow(id: string) {
  const workflow = await Workflow.find(id)
  if (!workflow) throw notFound('There is no workflow with the id "{id}".', id)
  return toWorkflow(workflow)
}
