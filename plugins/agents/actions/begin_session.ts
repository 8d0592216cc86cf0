import { ask, transaction } from '@crossdock/kernel/database'
import { clientKey } from '@crossdock/kernel/limits'
import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { challengeTime } from '../access/challenge.js'
import { isSignedBy } from '../access/keys.js'
import { newSessionToken } from '../access/session_token.js'
import { sessionText, type SessionBody } from '../contracts/index.js'
import { agentKeyRotated } from '../event_types.js'
import { refusedPerClient } from '../limits.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { recordAgentEvent } from './recorded.js'

interface Place {
  tenant_id: string
  environment_id: string
  user_id: string
  agent_name: string
  tenant_status: string
}

const byId = `select a.tenant_id, a.environment_id, a.user_id, a.agent_name, t.status as tenant_status
  from desktop_agents a join tenants t on t.id = a.tenant_id where a.id = ?`
/** Seconds after which an agent of a suspended organization tries again. */
const pausedSeconds = 30

/**
 * Begins a session of an agent that signs a challenge with its key. The first session with a new key activates
 * that key.
 * @throws Problem 401, 403
 */
export async function beginSession(body: SessionBody, client: string) {
  try {
    const place = await asOperator('an agent identifies only itself', async () => {
      const [row] = await ask<Place>(byId, [body.agentId])
      return row
    })
    if (!place) throw refused(401, 'E_AGENT_UNKNOWN', unknown)
    const { tenant_id, environment_id, user_id, agent_name } = place
    const isOpen = place.tenant_status === 'active'
    return await inTenant(tenant_id, () => transaction(() => begin(body, isOpen)), {
      environmentId: environment_id,
      actor: { type: 'agent', id: body.agentId, userId: user_id, label: agent_name },
      permissions: new Set(),
    })
  } catch (error) {
    if (error instanceof Problem && error.status === 401)
      await refusedPerClient.use(clientKey(client))
    throw error
  }
}

async function begin(body: SessionBody, isOpen: boolean) {
  const { agentId, challenge, publicKey, signature, instanceId } = body
  const agent = await DesktopAgent.query().where('id', agentId).forUpdate().first()
  if (!agent) throw refused(401, 'E_AGENT_UNKNOWN', unknown)
  const isCandidate = publicKey === agent.candidateKey
  const isKey = publicKey === agent.publicKey || isCandidate
  const issuedAt = challengeTime(agentId, challenge)
  if (
    !isKey ||
    issuedAt === null ||
    !isSignedBy(publicKey, sessionText(agentId, challenge), signature)
  ) {
    throw refused(401, 'E_SIGNATURE', unsigned)
  }
  // Reveal the suspension only to the owner of the key.
  if (!isOpen) throw paused()
  if (agent.retiredAt) throw refused(403, 'E_AGENT_RETIRED', retired)
  if (agent.copies.some((copy) => copy.instanceId === instanceId)) {
    throw refused(403, 'E_AGENT_QUARANTINED', quarantined)
  }
  // A challenge begins only one session, so that an intercepted challenge cannot be reused.
  if (agent.challengedAt !== null && issuedAt <= Number(agent.challengedAt)) {
    throw refused(401, 'E_SIGNATURE', unsigned)
  }
  agent.challengedAt = issuedAt
  if (isCandidate) agent.merge({ publicKey, candidateKey: null })
  await agent.save()
  if (isCandidate) await recordAgentEvent(agentKeyRotated, agent)
  return newSessionToken(agentId, publicKey)
}

const refused = (status: 401 | 403, code: string, sentence: Text) =>
  new Problem(status, code, sentence)

const paused = () =>
  new Problem(
    403,
    'E_AGENT_PAUSED',
    text(
      'The organization of this agent is suspended. The agent goes on by itself when it is active again.'
    ),
    { headers: { 'Retry-After': String(pausedSeconds) } }
  )

const unknown = text(
  'This agent is unknown here. Enroll it with a new token (Desktop agents, Deploy).'
)
const unsigned = text(
  'The signature does not fit the key and the challenge. Ask for a new challenge and sign that with the key of this agent.'
)
export const retired = text(
  'This agent was retired. To use this machine again, enroll it with a new token (Desktop agents, Deploy).'
)
export const quarantined = text(
  'This is a copy of an agent that runs elsewhere. Enroll this machine as a separate agent, with a new token (Desktop agents, Deploy).'
)
