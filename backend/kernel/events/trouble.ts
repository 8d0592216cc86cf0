import { countUpTo } from '../database/count_up_to.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { table } from './parked_row.js'

/** More are not counted: a dashboard asks often. */
const most = 10_000

/** How many events wait for their next try, and how many have failed for good; up to 10,000 of each. */
export async function countParkedByState(): Promise<{ waiting: number; failed: number }> {
  const count = (state: string) => countUpTo(tenantTable(table).where('state', state), most)
  return { waiting: await count('waiting'), failed: await count('failed') }
}

/** How many events are parked, up to 10,000; the current tenant's, or everybody's. */
export const countParkedEvents = (): Promise<number> => countUpTo(tenantTable(table), most)
