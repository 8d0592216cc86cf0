import { service } from '@crossdock/kernel/plugin'

export interface AgentSignals {
  /**
   * Sends an agent the hint to fetch its work of a sync contract now, whichever process holds its connection. An agent
   * that is offline or misses the hint asks by itself within half a minute. Call it after the commit.
   */
  signal(agentId: string, contractId: string): void
}

export const agentSignals = service<AgentSignals>('agents.signals')
