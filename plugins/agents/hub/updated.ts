import { now, transaction } from '@crossdock/kernel/database'
import type { AgentMessageOf } from '../contracts/index.js'
import { DesktopAgent } from '../models/desktop_agent.js'

/** Records the result of an agent's update, which is shown with the agent. */
export function recordUpdate(
  agentId: string,
  { version, outcome, message }: AgentMessageOf<'updated'>
): Promise<void> {
  return transaction(async () => {
    const agent = await DesktopAgent.query().where('id', agentId).forUpdate().first()
    const update = { version, outcome, message, at: now() }
    await agent?.merge({ agentConfig: { ...agent.agentConfig, update } }).save()
  })
}
