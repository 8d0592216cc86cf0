import { currentContext, currentTenantId } from '../ground/context.js'
import { isEnvironmentOwned } from './environment_tables.js'

/**
 * The first of two protections between tenants. Only two callers switch it off: the test that row-level
 * security alone protects as well, and the benchmark that compares them. No other code may import this file.
 */
export const modelScope = { enabled: true }

/** Mandatory conditions of a query. Callers cannot override them. */
export interface Scope {
  tenant_id?: string
  environment_id?: string
}

/**
 * Narrows a query on a tenant-owned table to the context's tenant, and to its environment if rows belong to
 * one.
 * @throws when there is no tenant
 */
export function scopeToTenant(
  query: { where(column: string, value: string): unknown },
  table: string
) {
  for (const [column, value] of Object.entries(scopeOfRead(table))) {
    query.where(`${table}.${column}`, value)
  }
}

/** @throws outside operator scope, for an operator model */
export function assertOperator(model: { table: string }): void {
  if (!('operatorOwned' in model) || currentContext().operator) return
  throw new Error(`${model.table}: rows of the operator cannot be used in this context.`)
}

/**
 * Mandatory conditions of a prepared statement on a tenant-owned table; none in operator scope.
 * @throws outside any tenant
 */
export function scopeOfRead(table: string): Scope {
  const { operator, environmentId } = currentContext()
  if (operator) return {}
  const tenantId = currentTenantId()
  const scope: Scope = modelScope.enabled ? { tenant_id: tenantId } : {}
  if (environmentId !== null && isEnvironmentOwned(table)) scope.environment_id = environmentId
  return scope
}
