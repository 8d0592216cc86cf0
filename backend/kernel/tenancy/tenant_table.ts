import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { unscoped } from '../database/database.js'
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
