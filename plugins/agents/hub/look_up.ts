import { ask, dialect, now } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { CommandStatus } from '../contracts/index.js'

/** The facts about a command that the hub needs to deliver it. */
export interface CommandOf {
  id: string
  agentId: string
  status: CommandStatus
  retryCount: number
}

interface Row {
  id: string
  assigned_agent: string
  status: CommandStatus
  retry_count: number
}

const reason = 'agents of all tenants are connected to one process'

/** Returns SQL for a list of any length that is bound as one JSON value. */
const listSql = () =>
  dialect() === 'postgres'
    ? '(select jsonb_array_elements_text(cast(? as jsonb)))'
    : '(select value from json_each(?))'

/** Returns these commands with the ids of their agents. */
export function agentsOfCommands(ids: readonly string[]): Promise<CommandOf[]> {
  return asOperator(reason, async () => {
    const rows = await ask<Row>(
      `select id, assigned_agent, status, retry_count from command_queue where id in ${listSql()} order by id`,
      [JSON.stringify(ids)]
    )
    return rows.map(({ id, assigned_agent: agentId, status, retry_count: retryCount }) => ({
      id,
      agentId,
      status,
      retryCount,
    }))
  })
}

/** Returns the subset of these agents with due commands. */
export function agentsWithDue(agentIds: readonly string[]): Promise<string[]> {
  if (agentIds.length === 0) return Promise.resolve([])
  return asOperator(reason, async () => {
    const rows = await ask<{ assigned_agent: string }>(
      `select distinct assigned_agent from command_queue
       where assigned_agent in ${listSql()} and status = 'queued' and due_at <= ?`,
      [JSON.stringify(agentIds), now()]
    )
    return rows.map(({ assigned_agent: agentId }) => agentId)
  })
}
