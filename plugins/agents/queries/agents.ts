import { countersInEnvironment } from '@crossdock/kernel/counters'
import { clock } from '@crossdock/kernel/database'
import { notFound } from '@crossdock/kernel/ground'
import { paginate, searchIn, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { connectionStatuses, platforms } from '../contracts/index.js'
import { AgentDetails } from '../models/agent_details.js'
import { AgentEnrolment } from '../models/agent_enrolment.js'
import { AgentGroup } from '../models/agent_group.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { showDetails } from '../transformers/agent.js'

export const agentList: ListDefinition = {
  resource: 'desktop-agents',
  filters: {
    search: 'text',
    clientId: 'id',
    isOnline: 'boolean',
    connectionStatus: connectionStatuses,
    isPaused: 'boolean',
    isRetired: 'boolean',
    platform: platforms,
    version: 'text',
    groupId: 'id',
    userId: 'id',
  },
  sorts: {
    agentName: 'agent_name',
    machineName: 'agent_name',
    createdAt: 'created_at',
    lastHeartbeat: 'last_heartbeat',
    isOnline: 'connection_status',
  },
  defaultSort: ['agentName', 'asc'],
}

/** Returns agents that are not retired, unless the filter selects retired ones. */
export function listAgents(request: ListRequest) {
  const query = DesktopAgent.query()
  if (request.filter.isRetired === undefined) query.whereNull('retired_at')
  return paginate(query, agentList, request, {
    search: searchIn('agent_name', 'machine_name'),
    isOnline: (agents, value) =>
      void agents.where('connection_status', value === true ? 'online' : 'offline'),
    isRetired: (agents, value) =>
      void (value === true ? agents.whereNotNull('retired_at') : agents.whereNull('retired_at')),
  })
}

/** @throws Problem 404 */
export async function findAgent(
  id: string,
  { lock = false }: { lock?: boolean } = {}
): Promise<DesktopAgent> {
  const query = DesktopAgent.query().where('id', id)
  const agent = await (lock ? query.forUpdate() : query).first()
  if (!agent) throw noAgent(id)
  return agent
}

export const noAgent = (id: string) => notFound('There is no desktop agent with the id "{id}".', id)

/** @throws Problem 404 */
export async function agentDetails(id: string) {
  await findAgent(id)
  return showDetails(id, await AgentDetails.query().where('agent_id', id).first())
}

export async function agentStats() {
  const day = `${clock.date().toISOString().slice(0, 10)}T00`
  const totals = await countersInEnvironment(['agents.live', 'agents.online', 'agents.pending'])
  const today = await countersInEnvironment(['agents.completed'], day)
  const of = (name: string) => [...totals, ...today].find(({ counter }) => counter === name)?.n ?? 0
  return {
    totalAgents: of('agents.live'),
    onlineAgents: of('agents.online'),
    pendingCommands: of('agents.pending'),
    completedToday: of('agents.completed'),
  }
}

export const enrolmentList: ListDefinition = {
  resource: 'agent-enrolments',
  filters: { userId: 'id', agentId: 'id' },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

export const listEnrolments = (request: ListRequest) =>
  paginate(AgentEnrolment.query(), enrolmentList, request)

export const groupList: ListDefinition = {
  resource: 'agent-groups',
  filters: { search: 'text', name: 'text' },
  sorts: { name: 'name', createdAt: 'created_at' },
  defaultSort: ['name', 'asc'],
}

export const listGroups = (request: ListRequest) =>
  paginate(AgentGroup.query(), groupList, request, { search: searchIn('name') })

/** @throws Problem 404 */
export async function findGroup(
  id: string,
  { lock = false }: { lock?: boolean } = {}
): Promise<AgentGroup> {
  const query = AgentGroup.query().where('id', id)
  const group = await (lock ? query.forUpdate() : query).first()
  if (!group) throw notFound('There is no agent group with the id "{id}".', id)
  return group
}
