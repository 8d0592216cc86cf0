import { currentTenantId, inTenant } from '@crossdock/kernel/tenancy'
import type { KeptRecords } from '../contracts/index.js'

/** Counting stops at this number. */
export const mostCounted = 1_000

/**
 * Counts older rows, up to `mostCounted`; 1 for a kind that cannot count.
 * @param environmentId the environment of the rows, or null for the tenant
 */
export async function countOlder(
  records: KeptRecords,
  before: string,
  environmentId: string | null
): Promise<number> {
  if (!records.count) return 1
  return inTenant(currentTenantId(), () => records.count!(before, mostCounted), { environmentId })
}
