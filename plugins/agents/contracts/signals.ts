import { service } from '@crossdock/kernel/plugin'

export interface AgentSignals {
  /**
   * Asks an agent to fetch the work of a sync contract now, whichever server process the agent is connected
   * to. An agent that is offline or misses the signal asks within half a minute. Call it after the commit.
   */
  signal(agentId: string, contractId: string): void
}

export const agentSignals = service<AgentSignals>('agents.signals')
