import type { Beginning } from '@crossdock/backend/assets'
import { currentTenantId, inTenant } from '@crossdock/kernel/tenancy'

/** Calls `giveBack` in the tenant with the bytes of a download that were not sent when it ended, if any. */
export function returnUnsent(
  { bytes, length, sent }: Beginning,
  giveBack: (unsent: number) => Promise<void>
): void {
  const tenantId = currentTenantId()
  bytes.once('close', () => {
    const unsent = length - sent()
    // Bytes that cannot be returned, because the database is unavailable, count as sent.
    if (unsent > 0) void inTenant(tenantId, () => giveBack(unsent)).catch(() => {})
  })
}
