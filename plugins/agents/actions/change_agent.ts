import { grants } from '@crossdock/backend/access'
import { newId, transaction } from '@crossdock/kernel/database'
import { conflict, english, invalid, Problem, text, type Output } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { lentByCaller } from './deploy.js'
import { agentHandedOver, agentUpdated, diagnosticsRequested } from '../event_types.js'
import { detailsOf } from '../hub/details.js'
import { AgentGroup } from '../models/agent_group.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { agentDetails, findAgent } from '../queries/agents.js'
import type { bulkBody, updateAgentBody } from '../validators/agents.js'
import { retireAgent } from './retire.js'
import { tellOfAgent } from './told.js'

/** @throws Problem 404, 409 for a retired agent */
async function liveAgent(id: string): Promise<DesktopAgent> {
  const agent = await findAgent(id, { lock: true })
  if (!agent.retiredAt) return agent
  const sentence = text('The agent "{name}" was retired. Enrol the machine anew.', {
    name: agent.agentName,
  })
  throw conflict('E_AGENT_RETIRED', sentence)
}

/** Renames an agent, or puts it into a group. @throws Problem 404, 409, 422 */
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
    await tellOfAgent(agentUpdated, agent)
    return agent
  })
}

async function knownGroup(id: string | null): Promise<string | null> {
  if (!id) return null
  if (await AgentGroup.find(id)) return id
  throw invalid('groupId', text('There is no agent group with the id "{id}".', { id }))
}

/** While an agent is paused no command is sent to it; what it has is finished. @throws Problem 404, 409 */
export function pauseAgent(id: string, isPaused: boolean): Promise<DesktopAgent> {
  return transaction(async () => {
    const agent = await liveAgent(id)
    if (agent.isPaused === isPaused) return agent
    await agent.merge({ isPaused }).save()
    await tellOfAgent(agentUpdated, agent)
    return agent
  })
}

/** Ends an agent for good. @throws Problem 404 */
export function retire(id: string): Promise<DesktopAgent> {
  return transaction(async () => {
    const agent = await findAgent(id, { lock: true })
    if (!agent.retiredAt) await retireAgent(agent, 'manual')
    return agent
  })
}

/**
 * From now on the agent works with the rights of the caller.
 * @throws Problem 403, 404, 409
 */
export function takeOverAgent(id: string): Promise<DesktopAgent> {
  return transaction(async () => {
    const agent = await liveAgent(id)
    const { actor, environmentId } = currentContext()
    if (!actor.userId) {
      const sentence = text('An agent acts for a person. Have a person take it over.')
      throw new Problem(403, 'E_FORBIDDEN', sentence)
    }
    const scopes = lentByCaller()
    await grants.use().assertMayGrant({ scopes, expiresAt: null, environmentId })
    await agent.merge({ userId: actor.userId, scopes }).save()
    await tellOfAgent(agentHandedOver, agent)
    return agent
  })
}

/** Asks the agent for a report of its state. It comes when the agent is connected. @throws Problem 404, 409 */
export async function requestDiagnostics(id: string) {
  await transaction(async () => {
    const agent = await liveAgent(id)
    const details = await detailsOf(id)
    await details?.merge({ diagnosticsId: newId(), diagnosticsAt: null, diagnostics: null }).save()
    await tellOfAgent(diagnosticsRequested, agent)
  })
  return agentDetails(id)
}

/** Does the same to many agents, each by itself: what is refused for one stops no other. */
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
