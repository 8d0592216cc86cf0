import { unscoped } from '../database/database.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { freePosition } from './free_position.js'
import { positioned } from './logged_event.js'
import { table as parked } from './parked_row.js'
import { isBefore } from './position.js'

const log = 'middleware_events'

/**
 * Deletes the oldest events of the current tenant from before a time, at most so many, in the current transaction. Those that
 * a consumer has yet to handle stay, and so do those that are parked. What events caused may be there without them.
 * @returns how many are gone
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

/** By the order of the log, in which times rise: no index has them. */
function oldest(most: number): Promise<Record<string, unknown>[]> {
  return tenantTable(log)
    .whereNotExists(
      unscoped().from(parked).whereColumn(`${parked}.event_id`, `${log}.id`).select('id')
    )
    .orderBy('seq')
    .limit(most)
    .select('id', 'transaction', 'seq', 'created_at')
}

/** How many of the oldest events of the current tenant are from before a time, counted up to `most`. */
export async function countOldEvents(before: string, most: number): Promise<number> {
  const rows = tenantTable(log).orderBy('seq').limit(most).select('created_at').as('oldest')
  const [row] = await unscoped().from(rows).where('created_at', '<', before).count('* as total')
  return Number(row!.total)
}
