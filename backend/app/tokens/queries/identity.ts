import { roles } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { now, unscoped } from '@crossdock/kernel/database'
import type { Identity } from '@crossdock/kernel/http'
import { parseJson } from '@crossdock/kernel/json'
import { asOperator } from '@crossdock/kernel/tenancy'
import { lineageOf, type TokenRow } from './lineage.js'

/** Uses are noted at most this often. */
const usedEveryMs = 60_000

/** The identity of a live token by its hash; notes the use. */
export function findIdentity(hash: string): Promise<Identity | null> {
  return asOperator('a token is known by its hash alone', async () => {
    const line = await lineageOf(hash)
    const [token] = line
    if (!token || !line.every(isLive)) return null
    const account = await accounts.use().find(token.user_id)
    if (!account?.mayEnter || !(await tenantIsOpen(token.tenant_id, account.tenantId))) return null
    await noteUse(token)
    const expiresAt = earliest(line)
    const { tenantId, role } = account
    const ofOwner = await roles.use().permissionsOf({ tenantId, role })
    return {
      actor: { type: 'token', id: token.id, userId: account.id, label: token.name },
      userId: account.id,
      credential: { type: 'api_token', id: token.id },
      tenantId: token.tenant_id,
      // A token made inside a tenant, or by another token, stays inside it, whoever made it.
      isSuperAdmin:
        account.isSuperAdmin &&
        token.tenant_id === null &&
        token.parent_id === null &&
        scopesOf(token).length === 0,
      permissions: heldBy(line, ofOwner),
      environmentId: null,
      expiresAt,
    }
  })
}

const isLive = ({ is_active, expires_at }: TokenRow) =>
  Boolean(is_active) && (!expires_at || expires_at > now())

const scopesOf = ({ scopes }: TokenRow) => parseJson(scopes) as string[]

/** What the owner may do now and every token of the line lets through; no scopes let everything. */
function heldBy(line: TokenRow[], ofOwner: ReadonlySet<string>): ReadonlySet<string> {
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

/** The owner's own tenant was checked with the owner; only who belongs to none may enter another. */
async function tenantIsOpen(tenantId: string | null, checked: string | null): Promise<boolean> {
  if (checked) return tenantId === checked
  if (!tenantId) return true
  const tenant = await unscoped().from('tenants').select('status').where('id', tenantId).first()
  return tenant?.status === 'active'
}

async function noteUse({ id, last_used_at }: TokenRow): Promise<void> {
  if (last_used_at && Date.now() - Date.parse(last_used_at) < usedEveryMs) return
  await unscoped().from('api_tokens').where('id', id).update({ last_used_at: now() })
}
