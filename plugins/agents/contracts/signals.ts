import { service } from '@crossdock/kernel/plugin'

export interface AgentSignals {
  /**
   * Requests that an agent fetches the work of a sync contract now, whichever process the agent is connected to. An
   * agent that is offline or misses the signal asks again within half a minute. Call it after the commit.
   */
  signal(agentId: string, contractId: string): void
}

export const agentSignals = service<AgentSignals>('agents.signals')
