import { currentTenantId, inTenant } from '@crossdock/kernel/tenancy'
import type { KeptRecords } from '../contracts/index.js'

/** More are not counted. */
export const mostCounted = 1_000

/**
 * How many rows are older, up to `mostCounted`; 1 of a kind that cannot tell.
 * @param environmentId where they belong to one
 */
export async function countOlder(
  records: KeptRecords,
  before: string,
  environmentId: string | null
): Promise<number> {
  if (!records.count) return 1
  return inTenant(currentTenantId(), () => records.count!(before, mostCounted), { environmentId })
}
