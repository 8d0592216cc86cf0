import type { Beginning } from '@crossdock/backend/assets'
import { currentTenantId, inTenant } from '@crossdock/kernel/tenancy'

/** Has `giveBack` told how many bytes of a download had not left when it ended, if any, in the tenant they belong to. */
export function noteUnsent(
  { bytes, length, sent }: Beginning,
  giveBack: (unsent: number) => Promise<void>
): void {
  const tenantId = currentTenantId()
  bytes.once('close', () => {
    const unsent = length - sent()
    // What cannot be given back, by a database that is away, counts as sent.
    if (unsent > 0) void inTenant(tenantId, () => giveBack(unsent)).catch(() => {})
  })
}
