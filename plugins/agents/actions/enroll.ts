import { accounts } from '@crossdock/backend/users'
import { environments } from '@crossdock/environments/contracts'
import { ask, clock, newId, now, randomId, transaction } from '@crossdock/kernel/database'
import { clientKey } from '@crossdock/kernel/limits'
import { conflict, Problem, text, type Text } from '@crossdock/kernel/ground'
import { withoutUnreadable } from '@crossdock/kernel/shapes'
import { ledger } from '@crossdock/kernel/ledger'
import { signatures } from '@crossdock/kernel/secrets'
import { asOperator, inTenant, withContext } from '@crossdock/kernel/tenancy'
import { hashOfToken } from '../access/enrolment_token.js'
import { aliveSeconds, type EnrollBody, type Enrolled } from '../contracts/index.js'
import { agentEnrolled } from '../event_types.js'
import { refusedPerClient } from '../limits.js'
import { AgentEnrolment } from '../models/agent_enrolment.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { retireAgent } from './retire.js'
import { recordAgentEvent } from './recorded.js'

interface Place {
  id: string
  tenant_id: string
  environment_id: string
  organization: string
  environment: string
  user_id: string
}

const byToken = `select n.id, n.tenant_id, n.environment_id, n.user_id, t.name as organization, e.name as environment
  from agent_enrolments n join tenants t on t.id = n.tenant_id
  join tenant_environments e on e.id = n.environment_id
  where n.token_hash = ? and t.status = 'active'`

/**
 * Exchanges an enrollment token for an identity. If the answer is lost, the same token with the same key gets
 * the same answer again.
 * @param client address of the caller, for rate limits of refusals
 * @throws Problem 401 for a token that is unknown, expired, revoked or used by another key; 409
 */
export async function enroll(input: EnrollBody, client: string): Promise<Enrolled> {
  try {
    const place = await asOperator('a token identifies only itself', async () => {
      const [row] = await ask<Place>(byToken, [hashOfToken(input.token)])
      return row
    })
    if (!place) throw refused('E_ENROLMENT_UNKNOWN', unknown)
    const id = newId()
    const agent = await inTenant(
      place.tenant_id,
      () => transaction(() => admit(place, id, input)),
      {
        environmentId: place.environment_id,
        actor: { type: 'agent', id, userId: place.user_id, label: input.machineName },
        permissions: new Set(),
      }
    )
    return shown(agent, place)
  } catch (error) {
    if (error instanceof Problem && error.status === 401)
      await refusedPerClient.use(clientKey(client))
    throw error
  }
}

const shown = (agent: DesktopAgent, place: Place): Enrolled => ({
  agentId: agent.id,
  clientId: agent.clientId,
  agentName: agent.agentName,
  tenantId: place.tenant_id,
  organization: place.organization,
  environment: { id: place.environment_id, name: place.environment },
  updateKey: signatures.use().publicKeys[0]?.publicKey ?? null,
})

async function admit(place: Place, id: string, input: EnrollBody): Promise<DesktopAgent> {
  const enrolment = await AgentEnrolment.query().where('id', place.id).forUpdate().first()
  if (!enrolment) throw refused('E_ENROLMENT_UNKNOWN', unknown)
  const known = await findEnrolledAgent(enrolment, input.publicKey)
  if (known) return known
  if (enrolment.revokedAt) throw refused('E_ENROLMENT_REVOKED', revoked)
  if (Date.parse(enrolment.expiresAt) <= clock.now()) throw refused('E_ENROLMENT_EXPIRED', expired)
  if (!(await accounts.use().find(enrolment.userId))?.mayEnter) {
    throw refused('E_ENROLMENT_REVOKED', ofNobody)
  }
  if (!(await environments.use().isActive(place.environment_id))) {
    const { environment } = place
    const sentence = text(
      'The environment {environment} is switched off, so no agent can be added.',
      { environment }
    )
    throw conflict('E_ENVIRONMENT', sentence)
  }
  await retireFormerAgent(input.machineId)
  await ledger.use().reserve('maxAgents')
  const agent = await DesktopAgent.create({
    ...machineOf(input),
    id,
    clientId: randomId(),
    userId: enrolment.userId,
    machineId: input.machineId,
    agentName: await freeName(input.machineName),
    publicKey: input.publicKey,
    scopes: enrolment.scopes,
    groupId: enrolment.groupId,
    syncContractIds: [],
    agentConfig: {},
    metadata: {},
    copies: [],
    isPaused: false,
    connectionStatus: 'offline',
  })
  await enrolment.merge({ usedAt: now(), agentId: id }).save()
  await recordAgentEvent(agentEnrolled, agent)
  return agent
}

/** Returns the machine's description as columns. */
export const machineOf = ({
  machineName,
  platform,
  arch,
  version,
  capabilities,
  folders,
}: Pick<
  EnrollBody,
  'machineName' | 'platform' | 'arch' | 'version' | 'capabilities' | 'folders'
>) => ({ machineName, platform, arch, version, capabilities, folders })

/**
 * Returns the agent that a used token created for the same key.
 * @throws Problem 401 for another key
 */
async function findEnrolledAgent(
  enrolment: AgentEnrolment,
  publicKey: string
): Promise<DesktopAgent | null> {
  if (!enrolment.usedAt) return null
  const agent = enrolment.agentId ? await DesktopAgent.find(enrolment.agentId) : null
  if (agent && !agent.retiredAt && agent.publicKey === publicKey) return agent
  throw refused('E_ENROLMENT_USED', used)
}

/**
 * Retires the former agent of a machine that enrolls again: a machine has one agent per tenant.
 * @throws Problem 409 while the former agent is connected, because two machines may share an id
 */
async function retireFormerAgent(machineId: string): Promise<void> {
  await withContext({ environmentId: null }, async () => {
    const former = await DesktopAgent.query()
      .where('machine_id', machineId)
      .whereNull('retired_at')
      .forUpdate()
      .first()
    if (!former) return
    if (isAlive(former)) {
      const sentence = text(
        'The agent "{name}" of a machine with the id "{machineId}" is connected. Retire it first. If this is another machine, give it an id of its own.',
        { name: former.agentName, machineId }
      )
      throw conflict('E_MACHINE_ENROLLED', sentence)
    }
    await withContext({ environmentId: former.environmentId }, () =>
      retireAgent(former, 'replaced')
    )
  })
}

/** Returns whether an agent was seen recently. */
export const isAlive = ({ connectionId, lastHeartbeat }: DesktopAgent): boolean =>
  connectionId !== null &&
  lastHeartbeat !== null &&
  clock.now() - Date.parse(lastHeartbeat) < aliveSeconds * 1_000

const mostName = 90

/**
 * Returns the name of the machine, with a number if another agent has the name. It names an asset folder, so it
 * contains no slash.
 */
async function freeName(machineName: string): Promise<string> {
  const plain = withoutUnreadable(machineName).replace(/[/\\]/g, '-').trim().slice(0, mostName)
  const base = plain.replace(/^\.+/, '').trim() || 'Agent'
  const taken = new Set(
    (
      await DesktopAgent.query()
        .whereNull('retired_at')
        .where('agent_name', '>=', base)
        .where('agent_name', '<', `${base}\uffff`)
        .select('agent_name')
    ).map(({ agentName }) => agentName)
  )
  if (!taken.has(base)) return base
  for (let number = 2; ; number++) {
    const name = `${base} ${number}`
    if (!taken.has(name)) return name
  }
}

const refused = (code: string, sentence: Text) => new Problem(401, code, sentence)
const unknown = text(
  'The enrollment token is unknown. Create a new one (Desktop agents, Deploy) and use it.'
)
const revoked = text('The enrollment token was revoked. Create a new one (Desktop agents, Deploy).')
const expired = text(
  'The enrollment token has expired: it is valid for 24 hours. Create a new one (Desktop agents, Deploy).'
)
const used = text(
  'The enrollment token was already used: each adds one agent. Create a new one (Desktop agents, Deploy).'
)
const ofNobody = text(
  'The person who created the enrollment token may no longer sign in. Have another person create a new one.'
)
