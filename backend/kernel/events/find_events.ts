import { tenantTable } from '../tenancy/tenant_table.js'
import { positioned, toEvent, type LoggedEvent } from './logged_event.js'
import { isBefore } from './position.js'

/** Events of the current tenant by their ids, in log order; without events that this version cannot read. */
export async function findEvents(ids: readonly string[]): Promise<LoggedEvent[]> {
  const rows = await rowsOf(ids)
  return rows
    .map(positioned)
    .sort((one, other) => (isBefore(one.position, other.position) ? -1 : 1))
    .map(toEvent)
    .filter((event) => event !== undefined)
}

/** Uses the log's unique index of ids; on SQLite because of the fixed statistics (database/table_figures.ts). */
export const rowsOf = (ids: readonly string[]) =>
  tenantTable('middleware_events').whereIn('id', [...ids])
