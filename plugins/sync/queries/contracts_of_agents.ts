import type { AgentContracts } from '@crossdock/agents/contracts'
import { selectPresent } from './contracts.js'

export const contractsOfAgents: AgentContracts = {
  async of(agentIds) {
    const found = new Map<string, string[]>()
    if (agentIds.length === 0) return found
    const ids = [...agentIds]
    const contracts = await selectPresent()
      .where((ends) => ends.whereIn('source_agent_id', ids).orWhereIn('target_agent_id', ids))
      .orderBy('id')
      .select('id', 'source_agent_id', 'target_agent_id')
    for (const { id, sourceAgentId, targetAgentId } of contracts) {
      for (const agentId of new Set([sourceAgentId, targetAgentId])) {
        if (agentId) found.set(agentId, [...(found.get(agentId) ?? []), id])
      }
    }
    return found
  },
}
