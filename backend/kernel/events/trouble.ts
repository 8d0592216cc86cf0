import { tenantTable } from '../tenancy/tenant_table.js'

/** How many events since then no consumer could digest; the current tenant's, or everybody's. */
export async function countFailedEvents(since: string): Promise<number> {
  const [row] = await tenantTable<{ total: number }>('middleware_events')
    .where('status', 'failed')
    .where('created_at', '>', since)
    .count('* as total')
  return Number(row!.total)
}
