import { dialect } from '../database/database.js'
import { currentContext, currentTenantId } from '../ground/context.js'

/**
 * The first wall. Switched off only by the test that proves the second one (row-level security)
 * holds alone, and by the benchmark that weighs them; nothing else may import this file.
 */
export const modelScope = { enabled: true }

/** Narrows a query on a tenant-owned table to the context's tenant; refuses when there is none. */
export function scopeToTenant(query: Scoped, table: string) {
  if (currentContext().operator) return
  const tenantId = currentTenantId()
  if (!modelScope.enabled) return
  const column = `${table}.tenant_id`
  if (dialect() === 'postgres') query.where(column, tenantId)
  else query.whereRaw(mostRows, [column, tenantId])
}

interface Scoped {
  where(column: string, value: string): unknown
  whereRaw(sql: string, bindings: string[]): unknown
}

/**
 * SQLite has no figures of its tables, and takes a tenant for ten rows: it would rather read all of a
 * tenant's million than find a few of them by their ids.
 */
const mostRows = 'likelihood(?? = ?, 0.9)'
