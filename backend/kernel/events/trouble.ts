import { unscoped } from '../database/database.js'
import { tenantTable } from '../tenancy/tenant_table.js'
import { table } from './parked_row.js'

/** More are not counted: a dashboard asks often. */
const most = 10_000

/** How many events are parked, up to 10,000; the current tenant's, or everybody's. */
export async function countParkedEvents(): Promise<number> {
  const some = tenantTable(table).select('id').limit(most).as('some')
  const [row] = await unscoped().from(some).count('* as total')
  return Number(row!.total)
}
