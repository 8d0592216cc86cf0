import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { now } from '../database/clock.js'
import { unscoped } from '../database/database.js'
import { newId } from '../database/ids.js'
import { currentTenantId } from '../ground/context.js'
import { scopeToTenant } from './model_scope.js'

/**
 * A plain query (snake_case rows, no models) on a tenant-owned table, scoped by the context's
 * tenant like a model would be: for aggregates and hot reads.
 */
export function tenantTable<Row = Record<string, unknown>>(
  table: string
): DatabaseQueryBuilderContract<Row> {
  const query = unscoped().from(table) as DatabaseQueryBuilderContract<Row>
  scopeToTenant(query, table)
  return query
}

/**
 * Inserts a few plain rows (snake_case, no models) into a tenant-owned table, as rows of the context's tenant: for tables
 * that only join others. What a unique index holds already stays as it is.
 * @returns how many were new
 */
export async function insertMissing(table: string, rows: readonly object[]): Promise<number> {
  if (rows.length === 0) return 0
  const tenant_id = currentTenantId()
  const created_at = now()
  const whole = rows.map((row) => ({ id: newId(), created_at, ...row, tenant_id }))
  const insert = unscoped().insertQuery().table(table).knexQuery.insert(whole)
  const inserted: unknown[] = await insert.onConflict().ignore().returning('id')
  return inserted.length
}
