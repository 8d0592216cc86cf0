import { ask, dialect } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

/** When a connection last heard from its agent. */
export interface Heartbeat {
  agentId: string
  connectionId: string
  at: number
}

const given = {
  sqlite: `(select json_extract(value, '$.agent') as agent, json_extract(value, '$.connection') as connection,
    json_extract(value, '$.at') as at from json_each(?))`,
  postgres: `jsonb_to_recordset(cast(? as jsonb)) as given(agent text, connection text, at timestamptz)`,
}

const atOnce = 1_000

/**
 * Stores the heartbeats of all agents of this process together, because thousands of agents send one every
 * half minute.
 * @returns ids of connections that others have replaced
 */
export async function storeHeartbeats(heartbeats: readonly Heartbeat[]): Promise<Set<string>> {
  const lost = new Set(heartbeats.map(({ connectionId }) => connectionId))
  const from = dialect() === 'postgres' ? given.postgres : `${given.sqlite} as given`
  const statement = `update desktop_agents set last_heartbeat = given.at, connection_status = 'online' from ${from}
    where desktop_agents.id = given.agent and desktop_agents.connection_id = given.connection
    returning desktop_agents.connection_id as held`
  await asOperator('agents of all tenants give signs of life', async () => {
    for (let from = 0; from < heartbeats.length; from += atOnce) {
      const rows = heartbeats.slice(from, from + atOnce).map(({ agentId, connectionId, at }) => ({
        agent: agentId,
        connection: connectionId,
        at: new Date(at).toISOString(),
      }))
      for (const { held } of await ask<{ held: string }>(statement, [JSON.stringify(rows)])) {
        lost.delete(held)
      }
    }
  })
  return lost
}
