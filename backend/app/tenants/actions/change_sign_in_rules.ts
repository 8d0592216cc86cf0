import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import type { SignInRules } from '../contracts/index.js'
import { tenantRulesChanged } from '../event_types.js'
import { heldRulesOf } from '../queries/sign_in_rules.js'
import { recordForTenant } from './change_tenant.js'

const names = ['allowedDomains', 'ssoOnly', 'sessionHours'] as const

/** See `signInRules.change`. */
export async function changeSignInRules(tenantId: string, to: SignInRules): Promise<void> {
  const from = await heldRulesOf(tenantId)
  const changed = names.filter((name) => String(from[name]) !== String(to[name]))
  if (changed.length === 0) return
  await inTenant(tenantId, async () => {
    await tenantTable('sign_in_rules').update({
      allowed_domains: to.allowedDomains.join(' '),
      sso_only: to.ssoOnly,
      session_hours: to.sessionHours,
    })
  })
  // The target is the tenant, so every process drops what it has cached about its people.
  await recordForTenant(tenantRulesChanged, { id: tenantId }, { changed, from, to })
}
