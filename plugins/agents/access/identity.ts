import { assetsAll, assetsRead, assetsWrite } from '@crossdock/backend/assets'
import { roles } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { Cache } from '@crossdock/kernel/cache'
import { ask, clock } from '@crossdock/kernel/database'
import { concerns, type Identity } from '@crossdock/kernel/http'
import { parseJson } from '@crossdock/kernel/json'
import { asOperator } from '@crossdock/kernel/tenancy'
import { keyPrefixOf } from './session_token.js'

/** The only permissions that an agent can have: access to files. */
export const lendablePermissions = [assetsRead, assetsWrite, assetsAll].map(({ name }) => name)

/** Type name of agents in event targets and credentials. */
export const targetType = 'desktop_agent'

/** The only operation without a permission that an agent may call: the one that connects it. */
const ownRoutes: ReadonlySet<string> = new Set(['GET /desktop-agents/connect'])

/** Cache time. Events invalidate the cache earlier; this limit covers manual database changes. */
const freshMs = 60_000

/** An agent that is not retired, in an active tenant. */
export interface KnownAgent {
  identity: Identity
  keyPrefixes: readonly string[]
}

interface AgentRow {
  tenant_id: string
  environment_id: string
  user_id: string
  agent_name: string
  scopes: string
  public_key: string
  candidate_key: string | null
}

const relevantTargetTypes = new Set<string | null>([targetType, 'user', 'tenant', 'role'])

const known = new Cache<KnownAgent | null>({
  load: findAgent,
  until: (agent) => (agent ? clock.now() + freshMs : 0),
  drop: (event) =>
    relevantTargetTypes.has(event.targetType)
      ? (agent) => agent !== null && concerns(event, agent.identity)
      : undefined,
})

/** Returns the identity of an agent; null if the agent is retired or deleted. */
export const knownAgent = (agentId: string): Promise<KnownAgent | null> => known.get(agentId)

const byId = `select a.tenant_id, a.environment_id, a.user_id, a.agent_name, a.scopes, a.public_key, a.candidate_key
  from desktop_agents a join tenants t on t.id = a.tenant_id
  where a.id = ? and a.retired_at is null and t.status = 'active'`

function findAgent(id: string): Promise<KnownAgent | null> {
  return asOperator("an agent's token names nothing but the agent", async () => {
    const [row] = await ask<AgentRow>(byId, [id])
    if (!row) return null
    const identity: Identity = {
      actor: { type: 'agent', id, userId: row.user_id, label: row.agent_name },
      userId: row.user_id,
      credential: { type: targetType, id },
      tenantId: row.tenant_id,
      isSuperAdmin: false,
      permissions: await effectivePermissions(row),
      environmentId: row.environment_id,
      ownRoutes,
    }
    const keys = [row.public_key, row.candidate_key].filter((key) => key !== null)
    return { identity, keyPrefixes: keys.map(keyPrefixOf) }
  })
}

/**
 * Returns the file permissions that the agent's owner has now and also lent to the agent. Returns an empty
 * set if the owner may no longer sign in.
 */
async function effectivePermissions({
  tenant_id,
  user_id,
  scopes,
}: AgentRow): Promise<ReadonlySet<string>> {
  const owner = await accounts.use().find(user_id)
  if (!owner?.mayEnter || (owner.tenantId ?? tenant_id) !== tenant_id) return new Set()
  const { tenantId, role } = owner
  const ofOwner = await roles.use().permissionsOf({ tenantId, role })
  const lent = new Set(parseJson(scopes) as string[])
  return new Set(lendablePermissions.filter((name) => lent.has(name) && ofOwner.has(name)))
}
