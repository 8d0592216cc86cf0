import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { SignInRules } from '../contracts/index.js'
import { tenantRulesChanged } from '../event_types.js'
import { rulesOf } from '../queries/sign_in_rules.js'
import { tell } from './change_tenant.js'

const names = ['allowedDomains', 'ssoOnly', 'sessionHours'] as const

/** See `signInRules.change`. */
export async function changeSignInRules(tenantId: string, to: SignInRules): Promise<boolean> {
  const from = await rulesOf(tenantId, { lock: true })
  const changed = names.filter((name) => String(from[name]) !== String(to[name]))
  if (changed.length === 0) return false
  await asOperator('only operators write what belongs to a tenant itself', async () => {
    await unscoped()
      .from('tenants')
      .where('id', tenantId)
      .update({
        allowed_domains: to.allowedDomains.join(' '),
        sso_only: to.ssoOnly,
        session_hours: to.sessionHours,
        updated_at: now(),
      })
  })
  await tell(tenantRulesChanged, { id: tenantId }, { changed, from, to })
  return true
}
