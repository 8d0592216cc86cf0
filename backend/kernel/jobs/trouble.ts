import { countUpTo } from '../database/count_up_to.js'
import { tenantTable } from '../tenancy/tenant_table.js'

/** More are not counted: a dashboard asks often. */
const most = 10_000

/** How many jobs since then nobody could finish, up to 10,000; the current tenant's, or everybody's. */
export async function countFailedJobs(since: string): Promise<number> {
  const failed = tenantTable('jobs').where('state', 'failed').where('failed_at', '>', since)
  return countUpTo(failed, most)
}
