import { countersByTenant } from '@crossdock/kernel/counters'
import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * A number per tenant: `totalAssets`, `storageBytes`, `activeUsers`, `invitedUsers`, `integrations`, `failedRuns`
 * (of the last 24 hours), and the used percentage of limits (`apiCallsPercent`, `storagePercent`; the highest of
 * all environments). One grouped query on counters, without reading the counted rows. It runs in the scope of the
 * current context: a tenant, or all of them for a super administrator. `tenantIds` narrows it. Tenants without rows
 * are left out.
 */
export type TenantFigure = (tenantIds?: string[]) => Promise<Map<string, number>>

/** Contributed by the domains that own the counted tables; used by the tenant list and the dashboard. */
export const tenantFigures = extensionPoint<TenantFigure>('tenants.figures')

const figure =
  (counter: string, column: 'n' | 'total'): TenantFigure =>
  async (tenantIds) => {
    const sums = await countersByTenant(counter, tenantIds)
    return new Map([...sums].map(([tenantId, row]) => [tenantId, row[column]]))
  }

/** The number of rows per tenant in a counter. */
export const countByTenant = (counter: string): TenantFigure => figure(counter, 'n')

/** The sum per tenant in a counter. */
export const sumByTenant = (counter: string): TenantFigure => figure(counter, 'total')
