import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { AgentCommand } from '../models/agent_command.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { commandAnswer } from '../validators/commands.js'

/** Commands for the API, with the names of their agents. */
export async function showCommands(commands: Row<AgentCommand>[]) {
  const ids = [...new Set(commands.map(({ assignedAgent }) => assignedAgent))]
  const agents = await DesktopAgent.query()
    .whereIn('id', ids)
    .select('id', 'client_id', 'agent_name')
  const known = new Map(agents.map((agent) => [agent.id, agent]))
  return commands.map((command) => {
    const agent = known.get(command.assignedAgent)
    return answerOf(commandAnswer, command, {
      agentId: command.assignedAgent,
      clientId: agent?.clientId ?? '',
      agentName: agent?.agentName ?? '',
      parameters: { ...command.payload },
      executedAt: command.completedAt ?? command.startedAt,
    })
  })
}
