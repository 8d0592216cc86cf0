import type { AgentDirectory, KnownAgent } from '../contracts/index.js'
import { DesktopAgent } from '../models/desktop_agent.js'

const mostIds = 1_000

const columns = [
  'id',
  'client_id',
  'agent_name',
  'connection_status',
  'last_heartbeat',
  'retired_at',
]

const agents = () => DesktopAgent.query().select(columns)

export const directory: AgentDirectory = {
  async find(id) {
    const agent =
      (await agents().where('id', id).first()) ?? (await agents().where('client_id', id).first())
    return agent && known(agent)
  },
  named: async (ids) => (await agents().whereIn('id', ids.slice(0, mostIds))).map(known),
  live: async (most) =>
    (await agents().whereNull('retired_at').orderBy('agent_name').orderBy('id').limit(most)).map(
      known
    ),
}

const known = (agent: DesktopAgent): KnownAgent => ({
  id: agent.id,
  clientId: agent.clientId,
  name: agent.agentName,
  isOnline: agent.connectionStatus === 'online',
  lastSeenAt: agent.lastHeartbeat,
  isRetired: agent.retiredAt !== null,
})
