import { recordEvent } from '@crossdock/kernel/events'
import type { Row } from '@crossdock/kernel/http'
import { targetType } from '../access/identity.js'
import type { agentEnrolled } from '../event_types.js'
import type { AgentCommand } from '../models/agent_command.js'
import type { DesktopAgent } from '../models/desktop_agent.js'

type Named = Pick<Row<DesktopAgent>, 'id' | 'agentName' | 'clientId' | 'machineName'>

/** What every event about an agent carries. */
export const factsOf = ({ agentName: name, clientId, machineName }: Named) => ({
  name,
  clientId,
  machineName,
})

export const targetOf = ({ id }: { id: string }) => ({ type: targetType, id })

/** Records an event that says nothing but which agent it is about. */
export async function tellOfAgent(type: typeof agentEnrolled, agent: Named): Promise<void> {
  await recordEvent(type, { target: targetOf(agent), payload: factsOf(agent) })
}

/** What every event about a command carries. */
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
