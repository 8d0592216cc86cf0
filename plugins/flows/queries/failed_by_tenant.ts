import type { TenantFigure } from '@crossdock/backend/tenants'
import { countersByTenantAndKey } from '@crossdock/kernel/counters'
import { clock } from '@crossdock/kernel/database'

const dayMs = 24 * 60 * 60_000

/** Returns the number of failed runs of each tenant in the last 24 hours. Sums up hourly counters. */
export const failedByTenant: TenantFigure = async (tenantIds = []) => {
  const since = new Date(clock.now() - dayMs).toISOString()
  const sums = new Map<string, number>()
  for (const { tenantId, key, n } of await countersByTenantAndKey(
    'flows.outcomes',
    tenantIds,
    since
  )) {
    if (key.endsWith('/failed')) sums.set(tenantId, (sums.get(tenantId) ?? 0) + n)
  }
  return sums
}
