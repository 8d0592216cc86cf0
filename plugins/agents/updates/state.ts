import { hash } from 'node:crypto'
import type { Row } from '@crossdock/kernel/lists'
import type { UpdateHours } from '../models/agent_rollout.js'
import type { DesktopAgent } from '../models/desktop_agent.js'

const updateOutcomes = ['requested', 'installed', 'rolled_back', 'failed'] as const
export type UpdateOutcome = (typeof updateOutcomes)[number]

/** The state of an agent's newest update, stored in its `agentConfig`. */
export interface AgentUpdate {
  version: string
  outcome: UpdateOutcome
  message: string
  at: string
}

type Updated = Pick<Row<DesktopAgent>, 'agentConfig'>

/** Returns the newest update of an agent if it is an update to this version; otherwise null. */
export function updateTo({ agentConfig }: Updated, version: string | null): AgentUpdate | null {
  const update = agentConfig.update as AgentUpdate | undefined
  return update && update.version === version ? update : null
}

/** Returns the update that an agent should begin; null if there is none. */
export function requestedUpdate({ agentConfig }: Updated): AgentUpdate | null {
  const update = agentConfig.update as AgentUpdate | undefined
  return update?.outcome === 'requested' ? update : null
}

/**
 * Returns the rank of an agent from 0 to 99. It differs for each version, so that the same agents are not always
 * first.
 */
export const rolloutRank = (clientId: string, version: string): number =>
  Number.parseInt(hash('sha256', `${version} ${clientId}`).slice(0, 8), 16) % 100

/** Returns whether a time is within the hours. */
export function isWithin(hours: UpdateHours | null, time: Date): boolean {
  if (!hours) return true
  const now = time.toISOString().slice(11, 16)
  const { from, to } = hours
  return from <= to ? now >= from && now < to : now >= from || now < to
}
