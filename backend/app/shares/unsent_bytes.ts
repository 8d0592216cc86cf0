import type { Beginning } from '@crossdock/backend/assets'
import { currentTenantId, inTenant } from '@crossdock/kernel/tenancy'

/** When a download ends with unsent bytes, calls `giveBack` with their number, in the tenant. */
export function returnUnsent(
  { bytes, length, sent }: Beginning,
  giveBack: (unsent: number) => Promise<void>
): void {
  const tenantId = currentTenantId()
  bytes.once('close', () => {
    const unsent = length - sent()
    // If the database is unavailable, unsent bytes count as sent.
    if (unsent > 0) void inTenant(tenantId, () => giveBack(unsent)).catch(() => {})
  })
}
