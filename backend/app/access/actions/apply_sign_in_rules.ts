import { ask, dialect, unscoped } from '@crossdock/kernel/database'
import type { SignInRules } from '@crossdock/backend/tenants'
import { people } from '@crossdock/backend/users'
import { asOperator, currentTenantId } from '@crossdock/kernel/tenancy'

const batchSize = 500

const shortenSql = {
  postgres: `update sessions set expires_at = created_at + ? * interval '1 hour'
    where tenant_id = ? and expires_at > created_at + ? * interval '1 hour'`,
  sqlite: `update sessions set expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+' || ? || ' hours')
    where tenant_id = ? and expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+' || ? || ' hours')`,
}

/** See `browserSessions.applyRules`. */
export async function applySignInRules({
  allowedDomains,
  ssoOnly,
  sessionHours,
}: SignInRules): Promise<void> {
  const tenantId = currentTenantId()
  await asOperator('sessions are known before their tenant is', async () => {
    if (ssoOnly)
      await unscoped().from('sessions').where({ tenant_id: tenantId, by_provider: false }).delete()
    if (sessionHours !== null)
      await ask(shortenSql[dialect()], [sessionHours, tenantId, sessionHours])
  })
  for (let after: string | undefined; ;) {
    const batch = await people.use().outside(allowedDomains, { behind: after, limit: batchSize })
    const ids = batch.map(({ id }) => id)
    await asOperator('sessions are known before their tenant is', async () => {
      await unscoped().from('sessions').whereIn('user_id', ids).delete()
    })
    if (batch.length < batchSize) return
    after = ids.at(-1)
  }
}
