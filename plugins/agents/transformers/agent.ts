import { personNames } from '@crossdock/backend/users'
import { clock } from '@crossdock/kernel/database'
import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { agentContracts } from '../contracts/index.js'
import type { AgentDetails } from '../models/agent_details.js'
import type { AgentEnrolment } from '../models/agent_enrolment.js'
import { AgentGroup } from '../models/agent_group.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import {
  agentAnswer,
  agentDetailsAnswer,
  enrolmentAnswer,
  groupAnswer,
} from '../validators/agents.js'

/** Returns agents for the API, with the names of their people and groups. */
export async function showAgents(agents: Row<DesktopAgent>[]) {
  const nameOf = await personNames(agents.map(({ userId }) => userId))
  const groups = await groupNames(agents.flatMap(({ groupId }) => groupId ?? []))
  const contracts = await agentContracts.peek()?.of(agents.map(({ id }) => id))
  return agents.map((agent) =>
    answerOf(agentAnswer, agent, {
      machineName: agent.agentName,
      hostName: agent.machineName,
      isOnline: agent.connectionStatus === 'online',
      owner: nameOf(agent.userId),
      groupName: groups.get(agent.groupId ?? '') ?? null,
      syncContractIds: contracts?.get(agent.id) ?? [],
    })
  )
}

async function groupNames(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const groups = await AgentGroup.query()
    .whereIn('id', [...new Set(ids)])
    .select('id', 'name')
  return new Map(groups.map(({ id, name }) => [id, name]))
}

export const showDetails = (agentId: string, details: Row<AgentDetails> | null) =>
  answerOf(agentDetailsAnswer, {
    agentId,
    health: details?.health ?? [],
    log: details?.log ?? [],
    diagnosticsState: stateOf(details),
    diagnosticsAt: details?.diagnosticsAt ?? null,
    diagnostics: details?.diagnostics ?? null,
  })

function stateOf(details: Row<AgentDetails> | null): string {
  if (!details?.diagnosticsId) return 'none'
  return details.diagnostics === null ? 'asked' : 'there'
}

export async function showEnrolments(enrolments: Row<AgentEnrolment>[]) {
  const nameOf = await personNames(enrolments.map(({ userId }) => userId))
  return enrolments.map((enrolment) =>
    answerOf(enrolmentAnswer, enrolment, {
      owner: nameOf(enrolment.userId),
      status: statusOf(enrolment),
    })
  )
}

function statusOf({ usedAt, revokedAt, expiresAt }: Row<AgentEnrolment>): string {
  if (usedAt) return 'used'
  if (revokedAt) return 'revoked'
  return Date.parse(expiresAt) > clock.now() ? 'open' : 'expired'
}

export async function showGroups(groups: Row<AgentGroup>[]) {
  const ids = groups.map(({ id }) => id)
  const rows = await DesktopAgent.query()
    .whereIn('group_id', ids)
    .whereNull('retired_at')
    .select('group_id')
  const counts = Map.groupBy(rows, ({ groupId }) => groupId)
  return groups.map((group) =>
    answerOf(groupAnswer, group, { agents: counts.get(group.id)?.length ?? 0 })
  )
}
