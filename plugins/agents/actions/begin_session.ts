import { ask, transaction } from '@crossdock/kernel/database'
import { clientKey, Problem, text, type Text } from '@crossdock/kernel/http'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { challengeTime } from '../access/challenge.js'
import { isSignedBy } from '../access/keys.js'
import { newSessionToken } from '../access/session_token.js'
import { sessionText, type SessionBody } from '../contracts/index.js'
import { agentKeyRotated } from '../event_types.js'
import { refusedPerClient } from '../limits.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { tellOfAgent } from './told.js'

interface Place {
  tenant_id: string
  environment_id: string
  user_id: string
  agent_name: string
}

const byId = `select a.tenant_id, a.environment_id, a.user_id, a.agent_name
  from desktop_agents a join tenants t on t.id = a.tenant_id where a.id = ? and t.status = 'active'`

/**
 * Begins a session of an agent that signs a challenge with its key. The first session by a new key makes that the key.
 * @throws Problem 401, 403
 */
export async function beginSession(body: SessionBody, client: string) {
  try {
    const place = await asOperator('an agent names nothing but itself', async () => {
      const [row] = await ask<Place>(byId, [body.agentId])
      return row
    })
    if (!place) throw refused(401, 'E_AGENT_UNKNOWN', unknown)
    const { tenant_id, environment_id, user_id, agent_name } = place
    return await inTenant(tenant_id, () => transaction(() => begin(body)), {
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

async function begin({ agentId, challenge, publicKey, signature, instanceId }: SessionBody) {
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
  // Told to who holds the key, and to nobody else.
  if (agent.retiredAt) throw refused(403, 'E_AGENT_RETIRED', retired)
  if (agent.copies.some((copy) => copy.instanceId === instanceId)) {
    throw refused(403, 'E_AGENT_QUARANTINED', quarantined)
  }
  // A challenge begins one session: who has overheard one cannot use it again.
  if (agent.challengedAt !== null && issuedAt <= Number(agent.challengedAt)) {
    throw refused(401, 'E_SIGNATURE', unsigned)
  }
  agent.challengedAt = issuedAt
  if (isCandidate) agent.merge({ publicKey, candidateKey: null })
  await agent.save()
  if (isCandidate) await tellOfAgent(agentKeyRotated, agent)
  return newSessionToken(agentId, publicKey)
}

const refused = (status: 401 | 403, code: string, sentence: Text) =>
  new Problem(status, code, sentence)

const unknown = text(
  'This agent is unknown here. Enrol it with a new token (Desktop agents, Deploy).'
)
const unsigned = text(
  'The signature does not fit the key and the challenge. Ask for a new challenge and sign that with the key of this agent.'
)
export const retired = text(
  'This agent was retired. To use this machine again, enrol it with a new token (Desktop agents, Deploy).'
)
export const quarantined = text(
  'This is a copy of an agent that runs elsewhere. Enrol this machine as an agent of its own, with a new token (Desktop agents, Deploy).'
)
