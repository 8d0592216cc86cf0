import { roles } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { now, unscoped } from '@crossdock/kernel/database'
import { environmentResolver, asOperator } from '@crossdock/kernel/tenancy'
import { Problem } from '@crossdock/kernel/ground'
import type { Identity } from '@crossdock/kernel/http'
import { parseJson } from '@crossdock/kernel/json'
import { lineageOf, type TokenRow } from './lineage.js'

/** The cached data of a live token. */
export interface KnownToken {
  identity: Identity
  /** When a use was last stored, in milliseconds since 1970; updated by `noteUse`. */
  notedAt: number
}

/** The identity of a live token, found by its hash. */
export function findToken(hash: string): Promise<KnownToken | null> {
  return asOperator('a token is known by its hash alone', async () => {
    const line = await lineageOf(hash)
    const [token] = line
    if (!token || !line.every(isLive)) return null
    const account = await accounts.use().find(token.user_id)
    if (!account?.mayEnter || !(await tenantIsOpen(token.tenant_id, account.tenantId))) return null
    const expiresAt = earliest(line)
    const { tenantId, role } = account
    const ofOwner = await roles.use().permissionsOf({ tenantId, role })
    const identity: Identity = {
      actor: { type: 'token', id: token.id, userId: account.id, label: token.name },
      userId: account.id,
      credential: { type: 'api_token', id: token.id },
      tenantId: token.tenant_id,
      // A token created inside a tenant, or by another token, stays inside it, even if a super administrator owns
      // it.
      isSuperAdmin:
        account.isSuperAdmin &&
        token.tenant_id === null &&
        token.parent_id === null &&
        scopesOf(token).length === 0,
      permissions: permissionsOfLine(line, ofOwner),
      environmentId: line.find(({ environment_id }) => environment_id)?.environment_id ?? null,
      expiresAt,
    }
    return { identity, notedAt: token.last_used_at ? Date.parse(token.last_used_at) : 0 }
  })
}

/** Whether a token without access is refused only because its tenant is closed. */
export function isOfClosedTenant(hash: string): Promise<boolean> {
  return asOperator('a token is known by its hash alone', async () => {
    const line = await lineageOf(hash)
    const [token] = line
    if (!token || !line.every(isLive)) return false
    const account = await accounts.use().find(token.user_id)
    const tenantId = token.tenant_id ?? account?.tenantId ?? null
    return account !== null && !(await tenantIsOpen(tenantId, null))
  })
}

/** The identity of a live token, found by its id. */
export async function recallToken(id: string): Promise<Identity | null> {
  const row: { token: string } | null = await asOperator('a token may be of no tenant', () =>
    unscoped().from('api_tokens').where('id', id).select('token').first()
  )
  const identity = row && ((await findToken(row.token))?.identity ?? null)
  return identity && (await hasEnvironment(identity)) ? identity : null
}

/** Whether the environment of a token still exists. */
async function hasEnvironment({ tenantId, environmentId }: Identity): Promise<boolean> {
  if (tenantId === null || environmentId === null) return true
  try {
    return (await environmentResolver.use().resolve(tenantId, environmentId)) !== null
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

const isLive = ({ is_active, expires_at }: TokenRow) =>
  Boolean(is_active) && (!expires_at || expires_at > now())

const scopesOf = ({ scopes }: TokenRow) => parseJson(scopes) as string[]

/**
 * The owner's current permissions, limited by the scopes of each token in the lineage. A token without scopes
 * limits nothing.
 */
function permissionsOfLine(line: TokenRow[], ofOwner: ReadonlySet<string>): ReadonlySet<string> {
  return line
    .map(scopesOf)
    .filter((scopes) => scopes.length > 0)
    .reduce((held, scopes) => new Set(scopes.filter((scope) => held.has(scope))), ofOwner)
}

const earliest = (line: TokenRow[]): string | null =>
  line
    .map(({ expires_at }) => expires_at)
    .filter((end) => end !== null)
    .sort()[0] ?? null

/** The owner's own tenant was checked with the account; only super administrators may use another one. */
async function tenantIsOpen(tenantId: string | null, checked: string | null): Promise<boolean> {
  if (checked) return tenantId === checked
  if (!tenantId) return true
  const tenant = await unscoped().from('tenants').select('status').where('id', tenantId).first()
  return tenant?.status === 'active'
}
