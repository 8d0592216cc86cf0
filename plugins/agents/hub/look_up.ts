import { ask, dialect, now } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { CommandStatus } from '../contracts/index.js'

/** A command as far as whoever sends it must know it. */
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

/** One bound value for a list of any length. */
const listed = () =>
  dialect() === 'postgres'
    ? '(select jsonb_array_elements_text(cast(? as jsonb)))'
    : '(select value from json_each(?))'

/** Whose commands these are. */
export function agentsOfCommands(ids: readonly string[]): Promise<CommandOf[]> {
  return asOperator(reason, async () => {
    const rows = await ask<Row>(
      `select id, assigned_agent, status, retry_count from command_queue where id in ${listed()} order by id`,
      [JSON.stringify(ids)]
    )
    return rows.map(({ id, assigned_agent: agentId, status, retry_count: retryCount }) => ({
      ...{ id, agentId, status, retryCount },
    }))
  })
}

/** Those of these agents that have something to get. */
export function agentsWithDue(agentIds: readonly string[]): Promise<string[]> {
  if (agentIds.length === 0) return Promise.resolve([])
  return asOperator(reason, async () => {
    const rows = await ask<{ assigned_agent: string }>(
      `select distinct assigned_agent from command_queue
       where assigned_agent in ${listed()} and status = 'queued' and due_at <= ?`,
      [JSON.stringify(agentIds), now()]
    )
    return rows.map(({ assigned_agent: agentId }) => agentId)
  })
}
