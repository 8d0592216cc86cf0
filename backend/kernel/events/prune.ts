import { unscoped } from '../database/database.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { freePosition } from './free_position.js'
import { positioned } from './logged_event.js'
import { table as parked } from './parked_row.js'
import { isBefore } from './position.js'

const log = 'middleware_events'

/**
 * Deletes the current tenant's oldest events from before a time, up to `most`, in the current transaction.
 * Keeps events that a consumer has yet to handle, and parked ones. Events caused by a deleted one may remain.
 * @returns the number of deleted events
 */
export async function pruneEvents(before: string, most: number): Promise<number> {
  const free = await freePosition()
  const rows = await oldest(most)
  const ids = rows
    .filter(({ created_at: at }) => String(at) < before)
    .filter((row) => isBefore(positioned(row).position, free))
    .map(({ id }) => String(id))
  if (ids.length > 0) await tenantTable(log).whereIn('id', ids).delete()
  return ids.length
}

/** In log order, in which times rise. There is no index on times. */
function oldest(most: number): Promise<Record<string, unknown>[]> {
  return tenantTable(log)
    .whereNotExists(
      unscoped().from(parked).whereColumn(`${parked}.event_id`, `${log}.id`).select('id')
    )
    .orderBy('seq')
    .limit(most)
    .select('id', 'transaction', 'seq', 'created_at')
}

/** Number of the current tenant's oldest events from before a time, up to `most`. */
export async function countOldEvents(before: string, most: number): Promise<number> {
  const rows = tenantTable(log).orderBy('seq').limit(most).select('created_at').as('oldest')
  const [row] = await unscoped().from(rows).where('created_at', '<', before).count('* as total')
  return Number(row!.total)
}
