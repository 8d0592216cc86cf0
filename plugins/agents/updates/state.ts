import { hash } from 'node:crypto'
import type { Row } from '@crossdock/kernel/http'
import type { UpdateHours } from '../models/agent_rollout.js'
import type { DesktopAgent } from '../models/desktop_agent.js'

export const updateOutcomes = ['requested', 'installed', 'rolled_back', 'failed'] as const
export type UpdateOutcome = (typeof updateOutcomes)[number]

/** How the newest update of an agent stands; kept in its `agentConfig`. */
export interface AgentUpdate {
  version: string
  outcome: UpdateOutcome
  message: string
  at: string
}

type Updated = Pick<Row<DesktopAgent>, 'agentConfig'>

/** The newest update of an agent, when it is one to this version. */
export function updateTo({ agentConfig }: Updated, version: string | null): AgentUpdate | null {
  const update = agentConfig.update as AgentUpdate | undefined
  return update && update.version === version ? update : null
}

/** The update that an agent is to begin. */
export function requestedUpdate({ agentConfig }: Updated): AgentUpdate | null {
  const update = agentConfig.update as AgentUpdate | undefined
  return update?.outcome === 'requested' ? update : null
}

/** An agent's place among a hundred, another one for each version: the same agents are not always first. */
export const ringOf = (clientId: string, version: string): number =>
  Number.parseInt(hash('sha256', `${version} ${clientId}`).slice(0, 8), 16) % 100

/** Whether a time lies in the hours. */
export function isWithin(hours: UpdateHours | null, time: Date): boolean {
  if (!hours) return true
  const now = time.toISOString().slice(11, 16)
  const { from, to } = hours
  return from <= to ? now >= from && now < to : now >= from || now < to
}
