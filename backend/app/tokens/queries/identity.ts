import { roles } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Found } from '../cache.js'

interface TokenRow {
  id: string
  tenant_id: string | null
  user_id: string
  name: string
  scopes: string | string[]
  expires_at: string | null
  last_used_at: string | null
}

/** Uses are noted at most this often. */
const usedEveryMs = 60_000

/** The identity of a live token by its hash; notes the use. */
export function findIdentity(hash: string): Promise<Found | null> {
  return asOperator('a token is known by its hash alone', async () => {
    const token: TokenRow | null = await unscoped()
      .from('api_tokens')
      .where({ token: hash, is_active: true })
      .first()
    if (!token || (token.expires_at && token.expires_at <= now())) return null
    const account = await accounts.use().find(token.user_id)
    if (!account?.mayEnter || !(await tenantIsOpen(token.tenant_id, account.tenantId))) return null
    await noteUse(token)
    const scopes: string[] =
      typeof token.scopes === 'string' ? JSON.parse(token.scopes) : token.scopes
    const held = roles.use().permissionsOf(account.role)
    return {
      expiresAt: token.expires_at ? Date.parse(token.expires_at) : null,
      identity: {
        actor: { type: 'token', id: token.id, userId: account.id, label: token.name },
        userId: account.id,
        tenantId: token.tenant_id,
        // A token made inside a tenant stays inside it, whoever made it.
        isSuperAdmin: account.isSuperAdmin && token.tenant_id === null && scopes.length === 0,
        permissions:
          scopes.length === 0 ? held : new Set(scopes.filter((scope) => held.has(scope))),
        environmentId: null,
      },
    }
  })
}

/** The owner's own tenant was checked with the owner; a super administrator's token may name another. */
async function tenantIsOpen(tenantId: string | null, checked: string | null): Promise<boolean> {
  if (!tenantId || tenantId === checked) return true
  const tenant = await unscoped().from('tenants').select('status').where('id', tenantId).first()
  return tenant?.status === 'active'
}

async function noteUse({ id, last_used_at }: TokenRow): Promise<void> {
  if (last_used_at && Date.now() - Date.parse(last_used_at) < usedEveryMs) return
  await unscoped().from('api_tokens').where('id', id).update({ last_used_at: now() })
}
