import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { agentRetired, type retireReasons } from '../event_types.js'
import { AgentCommand } from '../models/agent_command.js'
import { openStatuses } from '../contracts/index.js'
import type { DesktopAgent } from '../models/desktop_agent.js'
import { failCommand } from './end_command.js'
import { factsOf, targetOf } from './recorded.js'

/**
 * Retires an agent permanently, in a transaction: its key and its sessions no longer work, and its open commands
 * fail. The row is kept because commands refer to it. The event ends the agent's connection in any process.
 */
export async function retireAgent(
  agent: DesktopAgent,
  reason: (typeof retireReasons)[number]
): Promise<void> {
  await agent
    .merge({
      retiredAt: now(),
      connectionStatus: 'offline',
      connectionId: null,
      candidateKey: null,
    })
    .save()
  await recordEvent(agentRetired, {
    target: targetOf(agent),
    payload: { ...factsOf(agent), reason },
  })
  const open = await AgentCommand.query()
    .where('assigned_agent', agent.id)
    .whereIn('status', [...openStatuses])
    .orderBy('id')
    .forUpdate()
  for (const command of open) {
    await failCommand(command, agent, {
      code: 'E_AGENT_RETIRED',
      message: 'The agent was retired.',
    })
  }
}
