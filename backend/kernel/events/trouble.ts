import { countUpTo } from '../database/rows/count_up_to.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { table } from './parked_row.js'

/** The count stops at this number, because a dashboard asks often. */
const most = 10_000

/** Numbers of events that wait for a retry and that finally failed; up to 10,000 of each. */
export async function countParkedByState(): Promise<{ waiting: number; failed: number }> {
  const count = (state: string) => countUpTo(tenantTable(table).where('state', state), most)
  return { waiting: await count('waiting'), failed: await count('failed') }
}

/** Number of parked events, up to 10,000, of the current tenant or of all. */
export const countParkedEvents = (): Promise<number> => countUpTo(tenantTable(table), most)
