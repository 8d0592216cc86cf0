import { service } from '@crossdock/kernel/plugin'

export interface AgentSignals {
  /**
   * Tells an agent, on whichever process it is connected, to ask now what a sync contract wants of it. A hint alone: an
   * agent that is offline, or does not hear it, asks by itself within half a minute. Call it behind the commit.
   */
  signal(agentId: string, contractId: string): void
}

export const agentSignals = service<AgentSignals>('agents.signals')
