import type { Output } from '@crossdock/kernel/shapes'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tenantFigures } from '../contracts/index.js'
import { Tenant } from '../models/tenant.js'
import type { tenantsInUseAnswer } from '../validators/tenant.js'
import { countForTenants } from './count_for_tenants.js'

/** Number of rows in each list. */
const shown = 6
/** Reads only the most recently active tenants, so that the cost stays the same with thousands of tenants. */
const recentTenants = 200
/** A limit counts as near from this percentage on. */
const near = 75

/** Tenants with the most use, with failed runs, and near a limit. */
export function tenantsInUse(): Promise<Output<typeof tenantsInUseAnswer>> {
  return asOperator('the operator reads the use of all tenants', async () => {
    const recent = await Tenant.query()
      .select('id')
      .orderBy('updatedAt', 'desc')
      .limit(recentTenants)
    const stored = await figure('storageBytes')
    const largest = highest([...stored.keys()], stored, 1)
    const ids = [...new Set([...largest, ...recent.map(({ id }) => id)])]
    const failed = await figure('failedRuns', ids)
    const calls = await figure('apiCallsPercent', ids)
    const storage = await figure('storagePercent', ids)
    const nearest = new Map(
      ids.map((id) => [id, Math.max(calls.get(id) ?? 0, storage.get(id) ?? 0)])
    )
    const lists = {
      byUse: highest(ids, stored, 0),
      failing: highest(ids, failed, 1),
      nearLimit: highest(ids, nearest, near),
    }
    const listed = [...new Set(Object.values(lists).flat())]
    const tenants = new Map(
      (await Tenant.query().whereIn('id', listed)).map((tenant) => [tenant.id, tenant])
    )
    const countsOf = await countForTenants(listed)
    const rows = (list: string[]) =>
      list.flatMap((id) => {
        const tenant = tenants.get(id)
        if (!tenant) return []
        const { name, subdomain, status, updatedAt } = tenant
        const { activeUsers, storageBytes } = countsOf(id)
        return [
          {
            id,
            name,
            subdomain,
            status,
            updatedAt,
            activeUsers,
            storageBytes,
            storagePercent: storage.get(id) ?? 0,
            apiCallsPercent: calls.get(id) ?? 0,
            failedRuns: failed.get(id) ?? 0,
          },
        ]
      })
    const [{ total } = { total: 0 }] = await Tenant.query()
      .count('* as total')
      .pojo<{ total: number }>()
    return {
      total: Number(total),
      byUse: rows(lists.byUse),
      failing: rows(lists.failing),
      nearLimit: rows(lists.nearLimit),
    }
  })
}

const figure = async (name: string, ids?: string[]): Promise<Map<string, number>> =>
  (await tenantFigures.get(name)?.(ids)) ?? new Map()

/** The ids with the highest numbers of at least `least`. */
const highest = (ids: string[], of: Map<string, number>, least: number): string[] => {
  const number = (id: string) => of.get(id) ?? 0
  return ids
    .filter((id) => number(id) >= least)
    .sort((one, other) => number(other) - number(one))
    .slice(0, shown)
}
