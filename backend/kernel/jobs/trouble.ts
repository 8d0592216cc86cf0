import { tenantTable } from '../tenancy/tenant_table.js'

/** How many jobs since then nobody could finish; the current tenant's, or everybody's. */
export async function countFailedJobs(since: string): Promise<number> {
  const [row] = await tenantTable<{ total: number }>('jobs')
    .where('state', 'failed')
    .where('failed_at', '>', since)
    .count('* as total')
  return Number(row!.total)
}
