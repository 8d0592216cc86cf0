import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { now } from '../database/rows/clock.js'
import { unscoped } from '../database/database.js'
import { newId } from '../database/rows/ids.js'
import type { RowValues } from '../database/rows/kept_rows.js'
import { currentTenantId } from '../ground/context.js'
import { environmentOfNew, isEnvironmentOwned } from './environment_tables.js'
import { scopeToTenant } from './model_scope.js'

/**
 * A plain query (snake_case rows, no models) on a tenant-owned table, scoped to the context's tenant and
 * environment as in a model: for aggregates and frequent reads.
 */
export function tenantTable<Row = Record<string, unknown>>(
  table: string
): DatabaseQueryBuilderContract<Row> {
  const query = unscoped().from(table) as DatabaseQueryBuilderContract<Row>
  scopeToTenant(query, table)
  return query
}

/**
 * Completes a new row with the context's tenant and environment, and with an id and a time if missing.
 * @throws for a row of another environment
 */
export async function ofContext(
  table: string,
  values: object,
  createdAt: string
): Promise<RowValues> {
  const tenant_id = currentTenantId()
  const row: RowValues = { id: newId(), created_at: createdAt, ...values, tenant_id }
  if (!isEnvironmentOwned(table)) return row
  return { ...row, environment_id: await environmentOfNew(table, row.environment_id, tenant_id) }
}

/**
 * Inserts a few plain rows (snake_case, no models) into a tenant-owned table, as rows of the context's tenant:
 * for tables that only join others. A row that a unique index already has stays unchanged.
 * @returns the number of new rows
 */
export async function insertMissing(table: string, rows: readonly object[]): Promise<number> {
  if (rows.length === 0) return 0
  const createdAt = now()
  const complete: RowValues[] = []
  for (const row of rows) complete.push(await ofContext(table, row, createdAt))
  const insert = unscoped().insertQuery().table(table).knexQuery.insert(complete)
  const inserted: unknown[] = await insert.onConflict().ignore().returning('id')
  return inserted.length
}
