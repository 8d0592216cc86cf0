import { service } from '@crossdock/kernel/plugin'

/** What other plugins may know of an agent. */
export interface KnownAgent {
  id: string
  /** For people, who see the first 8 characters. */
  clientId: string
  name: string
  isOnline: boolean
  /** Its last sign of life, ISO 8601. */
  lastSeenAt: string | null
  isRetired: boolean
}

/** The agents of the context's environment. */
export interface AgentDirectory {
  /** By the id of the agent or by its client ID. */
  find(id: string): Promise<KnownAgent | null>
  /** Those of these ids that are there, retired ones too; at most 1,000 ids. */
  named(ids: readonly string[]): Promise<KnownAgent[]>
  /** Agents that are not retired, at most `most`, by name. */
  live(most: number): Promise<KnownAgent[]>
}

export const agentDirectory = service<AgentDirectory>('agents.directory')

/** What the sync plugin knows about agents, where it is installed. */
export interface AgentContracts {
  /** Ids of the sync contracts of these agents. */
  of(agentIds: readonly string[]): Promise<ReadonlyMap<string, string[]>>
}

export const agentContracts = service<AgentContracts>('agents.contracts')
