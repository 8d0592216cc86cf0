import { countUpTo } from '../database/rows/count_up_to.js'
import { tenantTable } from '../tenancy/tenant_table.js'

/** The count stops at this number, because a dashboard asks often. */
const most = 10_000

/** Number of jobs that failed since a time, up to 10,000, of the current tenant or of all. */
export async function countFailedJobs(since: string): Promise<number> {
  const failed = tenantTable('jobs').where('state', 'failed').where('failed_at', '>', since)
  return countUpTo(failed, most)
}
