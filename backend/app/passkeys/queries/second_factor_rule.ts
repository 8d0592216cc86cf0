import { unscoped } from '@crossdock/kernel/database'
import { settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'

/** Whether a tenant requires a second factor, and who decided it. */
export async function ruleOf(tenantId: string) {
  const row: { required: boolean | number } = await asOperator(
    'a tenant itself belongs to the operator',
    async () =>
      unscoped()
        .from('tenants')
        .select('second_factor_required as required')
        .where('id', tenantId)
        .firstOrFail()
  )
  const required = Boolean(row.required)
  if (settings.use().REQUIRE_SECOND_FACTOR) return { required, requiredBy: 'operator' as const }
  return { required, requiredBy: required ? ('tenant' as const) : null }
}
