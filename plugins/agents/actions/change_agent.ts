import { grants } from '@crossdock/backend/access'
import { newId, transaction } from '@crossdock/kernel/database'
import { conflict, english, invalid, Problem, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { currentContext } from '@crossdock/kernel/tenancy'
import { permissionsToLend } from './deploy.js'
import { agentHandedOver, agentUpdated, diagnosticsRequested } from '../event_types.js'
import { detailsOf } from './details.js'
import { AgentGroup } from '../models/agent_group.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { agentDetails, findAgent } from '../queries/agents.js'
import type { bulkBody, updateAgentBody } from '../validators/agents.js'
import { retireAgent } from './retire.js'
import { recordAgentEvent } from './recorded.js'

/** @throws Problem 404, 409 for a retired agent */
async function liveAgent(id: string): Promise<DesktopAgent> {
  const agent = await findAgent(id, { lock: true })
  if (!agent.retiredAt) return agent
  const sentence = text('The agent "{name}" was retired. Enroll the machine again.', {
    name: agent.agentName,
  })
  throw conflict('E_AGENT_RETIRED', sentence)
}

/**
 * Renames an agent, or changes its group.
 * @throws Problem 404, 409, 422
 */
export function updateAgent(
  id: string,
  { agentName, groupId }: Output<typeof updateAgentBody>
): Promise<DesktopAgent> {
  return transaction(async () => {
    const agent = await liveAgent(id)
    if (agentName !== undefined && agentName !== agent.agentName) {
      const namesake = await DesktopAgent.query()
        .where('agent_name', agentName)
        .whereNull('retired_at')
        .first()
      if (namesake) {
        const sentence = text('An agent is called "{name}" already. Choose another name.', {
          name: agentName,
        })
        throw conflict('E_NAME_TAKEN', sentence)
      }
      agent.agentName = agentName
    }
    if (groupId !== undefined) agent.groupId = await knownGroup(groupId)
    await agent.save()
    await recordAgentEvent(agentUpdated, agent)
    return agent
  })
}

async function knownGroup(id: string | null): Promise<string | null> {
  if (!id) return null
  if (await AgentGroup.find(id)) return id
  throw invalid('groupId', text('There is no agent group with the id "{id}".', { id }))
}

/**
 * Pauses or resumes an agent. A paused agent gets no new commands, but finishes the commands that it has.
 * @throws Problem 404, 409
 */
export function pauseAgent(id: string, isPaused: boolean): Promise<DesktopAgent> {
  return transaction(async () => {
    const agent = await liveAgent(id)
    if (agent.isPaused === isPaused) return agent
    await agent.merge({ isPaused }).save()
    await recordAgentEvent(agentUpdated, agent)
    return agent
  })
}

/**
 * Retires an agent permanently.
 * @throws Problem 404
 */
export function retire(id: string): Promise<DesktopAgent> {
  return transaction(async () => {
    const agent = await findAgent(id, { lock: true })
    if (!agent.retiredAt) await retireAgent(agent, 'manual')
    return agent
  })
}

/**
 * Makes the caller the owner of an agent, which then acts with their permissions.
 * @throws Problem 403, 404, 409
 */
export function takeOverAgent(id: string): Promise<DesktopAgent> {
  return transaction(async () => {
    const agent = await liveAgent(id)
    const { actor, environmentId } = currentContext()
    if (!actor.userId) {
      const sentence = text('An agent acts for a person. Ask a person to take it over.')
      throw new Problem(403, 'E_FORBIDDEN', sentence)
    }
    const scopes = permissionsToLend()
    await grants.use().assertMayGrant({ scopes, expiresAt: null, environmentId })
    await agent.merge({ userId: actor.userId, scopes }).save()
    await recordAgentEvent(agentHandedOver, agent)
    return agent
  })
}

/**
 * Requests a status report. It arrives when the agent is connected.
 * @throws Problem 404, 409
 */
export async function requestDiagnostics(id: string) {
  await transaction(async () => {
    const agent = await liveAgent(id)
    const details = await detailsOf(id)
    await details?.merge({ diagnosticsId: newId(), diagnosticsAt: null, diagnostics: null }).save()
    await recordAgentEvent(diagnosticsRequested, agent)
  })
  return agentDetails(id)
}

/** Applies an action to many agents independently: a refusal for one does not stop the others. */
export async function bulk({ action, ids }: Output<typeof bulkBody>) {
  const work = {
    pause: (id: string) => pauseAgent(id, true),
    resume: (id: string) => pauseAgent(id, false),
    retire,
  }[action]
  const refused: { id: string; message: string }[] = []
  let done = 0
  for (const id of new Set(ids)) {
    try {
      await work(id)
      done++
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      refused.push({ id, message: english(error.text) })
    }
  }
  return { done, refused }
}
