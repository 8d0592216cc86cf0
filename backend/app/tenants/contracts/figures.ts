import { extensionPoint } from '@crossdock/kernel/plugin'
import { tenantTable } from '@crossdock/kernel/tenancy'

/**
 * A number that is counted for every tenant: `totalAssets`, `storageBytes`, `activeUsers`,
 * `integrations`. One grouped query, in the scope of the current context (a tenant, or all of them
 * for the super administrator), narrowed to `tenantIds` when given. Tenants without rows are left out.
 */
export type TenantFigure = (tenantIds?: string[]) => Promise<Map<string, number>>

/** Filled by the domains that own the counted tables; read by the tenant list and the dashboard. */
export const tenantFigures = extensionPoint<TenantFigure>('tenants.figures')

type Narrow = (query: ReturnType<typeof tenantTable>) => unknown

function figure(table: string, aggregate: string, narrow?: Narrow): TenantFigure {
  return async (tenantIds) => {
    const query = tenantTable(table).whereNotNull('tenant_id').groupBy('tenant_id')
    if (tenantIds) query.whereIn('tenant_id', tenantIds)
    narrow?.(query)
    const rows = (await query
      .select('tenant_id')
      .select(query.client.raw(`${aggregate} as value`))) as {
      tenant_id: string
      value: number | string
    }[]
    return new Map(rows.map((row) => [row.tenant_id, Number(row.value)]))
  }
}

/** The number of rows each tenant has in `table`. */
export const countByTenant = (table: string, narrow?: Narrow): TenantFigure =>
  figure(table, 'count(*)', narrow)

/** The sum of a number column over each tenant's rows in `table`. */
export const sumByTenant = (table: string, column: string, narrow?: Narrow): TenantFigure =>
  figure(table, `coalesce(sum(${column}), 0)`, narrow)
