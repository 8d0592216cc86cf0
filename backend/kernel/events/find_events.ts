import { dialect, unscoped } from '../database/database.js'
import { currentContext, currentTenantId } from '../ground/context.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { positioned, toEvent, type LoggedEvent } from './logged_event.js'
import { isBefore } from './position.js'

/** Events of the current tenant by their ids, in log order; without those this version cannot read. */
export async function findEvents(ids: readonly string[]): Promise<LoggedEvent[]> {
  const rows = await rowsOf(ids)
  return rows
    .map(positioned)
    .sort((one, other) => (isBefore(one.position, other.position) ? -1 : 1))
    .map(toEvent)
    .filter((event) => event !== undefined)
}

/**
 * SQLite has no figures of its tables, and takes a tenant for ten rows: without the hint it reads all of
 * a tenant's log to find a few events by their ids.
 */
export function rowsOf(ids: readonly string[]) {
  if (dialect() === 'postgres' || currentContext().operator) {
    return tenantTable('middleware_events').whereIn('id', [...ids])
  }
  const ofTenant = unscoped().from('middleware_events')
  return ofTenant
    .whereRaw('likelihood(tenant_id = ?, 0.9)', [currentTenantId()])
    .whereIn('id', [...ids])
}
