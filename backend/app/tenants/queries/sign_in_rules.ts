import { dialect, unscoped } from '@crossdock/kernel/database'
import { asOperator, insertMissing, inTenant } from '@crossdock/kernel/tenancy'
import { domainsIn, type SignInRules } from '../contracts/index.js'

interface RulesRow {
  allowed_domains: string
  sso_only: boolean | number
  session_hours: number | null
}

const none: SignInRules = { allowedDomains: [], ssoOnly: false, sessionHours: null }

/**
 * See `signInRules.of`.
 * @param lock locks the row, which must exist, until the transaction ends
 */
export function rulesOf(tenantId: string, { lock = false } = {}): Promise<SignInRules> {
  return asOperator('sign-in knows no tenant yet', async () => {
    const query = unscoped()
      .from('sign_in_rules')
      .select('allowed_domains', 'sso_only', 'session_hours')
      .where('tenant_id', tenantId)
    // An SQLite transaction is the only writer anyway.
    if (lock && dialect() === 'postgres') query.forUpdate()
    const row: RulesRow | null = await query.first()
    return row ? readRules(row) : { ...none }
  })
}

/** See `signInRules.hold`. Inserts a missing row first, so that there is a row to lock. */
export async function heldRulesOf(tenantId: string): Promise<SignInRules> {
  await inTenant(tenantId, () => insertMissing('sign_in_rules', [{ allowed_domains: '' }]))
  return rulesOf(tenantId, { lock: true })
}

const readRules = (row: RulesRow): SignInRules => ({
  allowedDomains: domainsIn(row.allowed_domains),
  ssoOnly: Boolean(row.sso_only),
  sessionHours: row.session_hours,
})
