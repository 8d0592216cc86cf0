import { currentContext, currentTenantId } from '../ground/context.js'

/**
 * The first wall. Switched off only by the test that proves the second one (row-level security)
 * holds alone, and by the benchmark that weighs them; nothing else may import this file.
 */
export const modelScope = { enabled: true }

/** Narrows a query on a tenant-owned table to the context's tenant; refuses when there is none. */
export function scopeToTenant(
  query: { where(column: string, value: string): unknown },
  table: string
) {
  const { tenant_id: tenantId } = scopeOfRead()
  if (tenantId) query.where(`${table}.tenant_id`, tenantId)
}

/**
 * What a kept statement on a tenant-owned table asks for beside what its caller says: nothing in operator scope.
 * @throws outside of any tenant
 */
export function scopeOfRead(): { tenant_id?: string } {
  if (currentContext().operator) return {}
  const tenantId = currentTenantId()
  return modelScope.enabled ? { tenant_id: tenantId } : {}
}
