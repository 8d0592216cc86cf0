import { notFound } from '@crossdock/kernel/ground'
import { paginate, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { commandStatuses, commandTypes } from '../contracts/index.js'
import { AgentCommand } from '../models/agent_command.js'
import { DesktopAgent } from '../models/desktop_agent.js'

export const commandList: ListDefinition = {
  resource: 'agent-commands',
  filters: {
    status: commandStatuses,
    commandType: commandTypes,
    agentId: 'id',
    clientId: 'id',
  },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

export function listCommands(request: ListRequest) {
  return paginate(AgentCommand.query(), commandList, request, {
    agentId: (commands, value) => void commands.where('assigned_agent', String(value)),
    clientId: async (commands, value) => {
      const agent = await DesktopAgent.query().where('client_id', String(value)).first()
      commands.where('assigned_agent', agent?.id ?? '')
    },
  })
}

/** @throws Problem 404 */
export async function findCommand(
  id: string,
  { lock = false }: { lock?: boolean } = {}
): Promise<AgentCommand> {
  const query = AgentCommand.query().where('id', id)
  const command = await (lock ? query.forUpdate() : query).first()
  if (!command) throw notFound('There is no command with the id "{id}".', id)
  return command
}
