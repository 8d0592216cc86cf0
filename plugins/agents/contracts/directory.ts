import { service } from '@crossdock/kernel/plugin'

/** The public facts about an agent, for other plugins. */
export interface KnownAgent {
  id: string
  /** The id that people see; screens show the first 8 characters. */
  clientId: string
  name: string
  isOnline: boolean
  /** Time of its last heartbeat, ISO 8601. */
  lastSeenAt: string | null
  isRetired: boolean
}

/** The agents of the context's environment. */
export interface AgentDirectory {
  /** Finds an agent by its id or client ID. */
  find(id: string): Promise<KnownAgent | null>
  /** Returns the agents with these ids, including retired agents; at most 1,000 ids. */
  named(ids: readonly string[]): Promise<KnownAgent[]>
  /** Returns at most `most` agents that are not retired, by name. */
  live(most: number): Promise<KnownAgent[]>
}

export const agentDirectory = service<AgentDirectory>('agents.directory')

/** Facts of the sync plugin about agents, if it is installed. */
export interface AgentContracts {
  /** Returns the ids of the sync contracts of these agents, by agent. */
  of(agentIds: readonly string[]): Promise<ReadonlyMap<string, string[]>>
}

export const agentContracts = service<AgentContracts>('agents.contracts')
