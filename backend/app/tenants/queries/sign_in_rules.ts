import { dialect, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { domainsIn, type SignInRules } from '../contracts/index.js'

const reason = 'a tenant itself belongs to the operator'

interface RulesRow {
  allowed_domains: string
  sso_only: boolean | number
  session_hours: number | null
}

const none: SignInRules = { allowedDomains: [], ssoOnly: false, sessionHours: null }

/** See `signInRules.of`. @param lock see `signInRules.hold` */
export function rulesOf(tenantId: string, { lock = false } = {}): Promise<SignInRules> {
  return asOperator(reason, async () => {
    const query = unscoped()
      .from('tenants')
      .select('allowed_domains', 'sso_only', 'session_hours')
      .where('id', tenantId)
    // SQLite's transaction is the only writer anyway. Rows that refer to the tenant may come meanwhile.
    if (lock && dialect() === 'postgres') void query.knexQuery.forNoKeyUpdate()
    const row: RulesRow | null = await query.first()
    return row ? readRules(row) : none
  })
}

const readRules = (row: RulesRow): SignInRules => ({
  allowedDomains: domainsIn(row.allowed_domains),
  ssoOnly: Boolean(row.sso_only),
  sessionHours: row.session_hours,
})
