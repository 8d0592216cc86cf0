import { countUpTo } from '../database/count_up_to.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { table, type ParkedRow } from './parked_row.js'

/** Events that were set aside before a time: those that wait for their turn are not among them. */
const setAside = (before: string) =>
  tenantTable<ParkedRow>(table)
    .where('created_at', '<', before)
    .where('tried_at', '<', before)
    .where('state', 'failed')

/**
 * Gives up the oldest events of the current tenant that failed for good before a time, at most so many, in the current
 * transaction. Those behind them go on already.
 * @returns how many are gone
 */
export async function pruneSetAside(before: string, most: number): Promise<number> {
  const rows = await setAside(before).orderBy('created_at').orderBy('id').limit(most).select('id')
  const ids = rows.map(({ id }) => id)
  // Somebody may let one be tried again at this moment.
  const gone = await setAside(before).whereIn('id', ids).delete()
  return Number(gone)
}

/** How many of the current tenant were set aside before a time, counted up to `most`. */
export const countSetAside = (before: string, most: number): Promise<number> =>
  countUpTo(setAside(before), most)
