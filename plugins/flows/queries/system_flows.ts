import { notFound } from '@crossdock/kernel/ground'
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
import { personNames } from '@crossdock/backend/users'
import type { SystemFlows } from '../contracts/index.js'
import { SystemFlow } from '../models/system_flow.js'
import { Workflow } from '../models/workflow.js'
import { showSystemFlow } from '../transformers/system_flow.js'
import { versionNumbers } from './versions.js'

/** The name of the trigger type. */
export const systemTrigger = 'system_event'

export const systemFlowList: ListDefinition = {
  resource: 'system-flows',
  filters: {
    triggerSystemId: 'id',
    triggerEventType: 'text',
    isActive: 'boolean',
    search: 'text',
  },
  sorts: { name: 'name', createdAt: 'created_at', updatedAt: 'updated_at' },
  defaultSort: ['name', 'asc'],
}

/** Selects the ids of flows that have one of these values in a column. */
const withA = (column: string, value: FilterValue) =>
  tenantTable(SystemFlow.table).whereIn(column, [value].flat().map(String)).select('workflow_id')

export async function listSystemFlows(list: ListRequest) {
  const flows = Workflow.query().where('trigger_type', systemTrigger)
  const page: Page<Row<Workflow>> = await paginate(flows, systemFlowList, list, {
    search: searchIn('name', 'description'),
    triggerSystemId: (query, value) => query.whereIn('id', withA('trigger_system_id', value)),
    triggerEventType: (query, value) => query.whereIn('id', withA('trigger_event_type', value)),
  })
  return page.with(await showAll(page.rows))
}

/** Returns a system flow as the API shows it. */
export async function shownSystemFlow(flow: Workflow) {
  return (await showAll([flow]))[0]!
}

async function showAll(flows: readonly Row<Workflow>[]) {
  const versionOf = await versionNumbers(flows)
  const nameOf = await personNames(flows.map(({ savedBy }) => savedBy))
  return flows.map((flow) =>
    showSystemFlow(flow, { version: versionOf(flow), savedByName: nameOf(flow.savedBy) })
  )
}

/** @throws Problem 404, also for a workflow with another trigger */
export async function findSystemFlow(id: string): Promise<Workflow> {
  const flow = await Workflow.query().where('id', id).where('trigger_type', systemTrigger).first()
  if (!flow) throw notFound('There is no system flow with the id "{id}".', id)
  return flow
}

const mostNamed = 10

export const systemFlowsOf: SystemFlows = {
  async eventsOf(systemId) {
    const rows = await SystemFlow.query()
      .where('trigger_system_id', systemId)
      .whereIn('workflow_id', Workflow.query().where('is_active', true).select('id'))
      .select('trigger_event_type')
    return new Set(rows.map(({ triggerEventType }) => triggerEventType))
  },
  async startedBy(systemId, eventType) {
    const ids = SystemFlow.query().where('trigger_system_id', systemId).select('workflow_id')
    if (eventType !== undefined) void ids.where('trigger_event_type', eventType)
    const flows = await Workflow.query()
      .whereIn('id', ids)
      .orderBy('name')
      .limit(mostNamed)
      .select('name')
    return flows.map(({ name }) => name)
  },
}
