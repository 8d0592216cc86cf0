import { ask, dialect, unscoped } from '@crossdock/kernel/database'
import type { SignInRules } from '@crossdock/backend/tenants'
import { people } from '@crossdock/backend/users'
import { asOperator, currentTenantId } from '@crossdock/kernel/tenancy'

const atOnce = 500

const bounds = {
  postgres: `update sessions set expires_at = created_at + ? * interval '1 hour'
    where tenant_id = ? and expires_at > created_at + ? * interval '1 hour'`,
  sqlite: `update sessions set expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+' || ? || ' hours')
    where tenant_id = ? and expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+' || ? || ' hours')`,
}

/** See `browserSessions.keepTo`. */
export async function keepSessionsTo({
  allowedDomains,
  ssoOnly,
  sessionHours,
}: SignInRules): Promise<void> {
  const tenantId = currentTenantId()
  await asOperator('sessions are known before their tenant is', async () => {
    if (ssoOnly)
      await unscoped().from('sessions').where({ tenant_id: tenantId, by_provider: false }).delete()
    if (sessionHours !== null) await ask(bounds[dialect()], [sessionHours, tenantId, sessionHours])
  })
  for (let behind: string | undefined; ;) {
    const some = await people.use().outside(allowedDomains, { behind, limit: atOnce })
    const ids = some.map(({ id }) => id)
    await asOperator('sessions are known before their tenant is', async () => {
      await unscoped().from('sessions').whereIn('user_id', ids).delete()
    })
    if (some.length < atOnce) return
    behind = ids.at(-1)
  }
}
