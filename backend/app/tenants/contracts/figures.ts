import { countersByTenant } from '@crossdock/kernel/counters'
import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * A number that is counted for every tenant: `totalAssets`, `storageBytes`, `activeUsers`, `invitedUsers`,
 * `integrations`, `failedRuns` (of the last 24 hours), and what is used of limits in percent (`apiCallsPercent`,
 * `storagePercent`; of several environments the highest). One grouped query that reads no rows of what is counted, in the scope of the current context (a tenant,
 * or all of them for the super administrator), narrowed to `tenantIds` when given. Tenants without rows are left out.
 */
export type TenantFigure = (tenantIds?: string[]) => Promise<Map<string, number>>

/** Filled by the domains that own the counted tables; read by the tenant list and the dashboard. */
export const tenantFigures = extensionPoint<TenantFigure>('tenants.figures')

const figure =
  (counter: string, column: 'n' | 'total'): TenantFigure =>
  async (tenantIds) => {
    const sums = await countersByTenant(counter, tenantIds)
    return new Map([...sums].map(([tenantId, row]) => [tenantId, row[column]]))
  }

/** How many rows of each tenant a counter has. */
export const countByTenant = (counter: string): TenantFigure => figure(counter, 'n')

/** What the numbers make together that a counter adds up of each tenant's rows. */
export const sumByTenant = (counter: string): TenantFigure => figure(counter, 'total')
