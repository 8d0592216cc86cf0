import { countUpTo } from '../database/rows/count_up_to.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { table, type ParkedRow } from './parked_row.js'

/** Events that failed before a time; waiting ones are not included. */
const failedBefore = (before: string) =>
  tenantTable<ParkedRow>(table)
    .where('created_at', '<', before)
    .where('tried_at', '<', before)
    .where('state', 'failed')

/**
 * Drops the current tenant's oldest events that finally failed before a time, up to `most`, in the current
 * transaction. The next events of their lines already continue.
 * @returns the number of dropped events
 */
export async function pruneFailedEvents(before: string, most: number): Promise<number> {
  const rows = await failedBefore(before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .select('id')
  const ids = rows.map(({ id }) => id)
  // One may be retried at this moment, so check again.
  const gone = await failedBefore(before).whereIn('id', ids).delete()
  return Number(gone)
}

/** Number of events of the current tenant that failed before a time, up to `most`. */
export const countFailedEvents = (before: string, most: number): Promise<number> =>
  countUpTo(failedBefore(before), most)
