import { currentContext, currentTenantId } from '../ground/context.js'
import { isEnvironmentOwned } from './environment_tables.js'

/**
 * The first wall. Switched off only by the test that proves the second one (row-level security)
 * holds alone, and by the benchmark that weighs them; nothing else may import this file.
 */
export const modelScope = { enabled: true }

/** What a caller is narrowed to, whatever they say. */
export interface Scope {
  tenant_id?: string
  environment_id?: string
}

/**
 * Narrows a query on a tenant-owned table to the context's tenant, and to its environment where rows belong to one; refuses
 * when there is no tenant.
 */
export function scopeToTenant(
  query: { where(column: string, value: string): unknown },
  table: string
) {
  for (const [column, value] of Object.entries(scopeOfRead(table))) {
    query.where(`${table}.${column}`, value)
  }
}

/**
 * What a kept statement on a tenant-owned table asks for beside what its caller says: nothing in operator scope.
 * @throws outside of any tenant
 */
export function scopeOfRead(table: string): Scope {
  const { operator, environmentId } = currentContext()
  if (operator) return {}
  const tenantId = currentTenantId()
  const scope: Scope = modelScope.enabled ? { tenant_id: tenantId } : {}
  if (environmentId !== null && isEnvironmentOwned(table)) scope.environment_id = environmentId
  return scope
}
