import { recordEvent } from '@crossdock/kernel/events'
import type { Row } from '@crossdock/kernel/lists'
import { targetType } from '../access/identity.js'
import type { agentEnrolled } from '../event_types.js'
import type { AgentCommand } from '../models/agent_command.js'
import type { DesktopAgent } from '../models/desktop_agent.js'

type Named = Pick<Row<DesktopAgent>, 'id' | 'agentName' | 'clientId' | 'machineName'>

/** Returns the facts that every event about an agent contains. */
export const factsOf = ({ agentName: name, clientId, machineName }: Named) => ({
  name,
  clientId,
  machineName,
})

export const targetOf = ({ id }: { id: string }) => ({ type: targetType, id })

/** Records an event about an agent without further facts. */
export async function recordAgentEvent(type: typeof agentEnrolled, agent: Named): Promise<void> {
  await recordEvent(type, { target: targetOf(agent), payload: factsOf(agent) })
}

/** Returns the facts that every event about a command contains. */
export const factsOfCommand = (
  { commandType, payload }: Pick<Row<AgentCommand>, 'commandType' | 'payload'>,
  agent: Named
) => ({
  name: agent.agentName,
  agentId: agent.id,
  clientId: agent.clientId,
  commandType,
  path: payload.path,
})

export const commandTarget = ({ id }: { id: string }) => ({ type: 'agent_command', id })
