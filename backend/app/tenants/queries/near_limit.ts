import type { Standing } from '@crossdock/backend/notifications'
import { tenantFigures } from '../contracts/index.js'
import { Tenant } from '../models/tenant.js'

/** Reads only the most recently active tenants, so that the cost stays the same with thousands of tenants. */
const recentTenants = 200
const nearPercent = 90

const meters = { calls: 'apiCallsPercent', storage: 'storagePercent' } as const

/** Limits of tenants that are nearly or fully used, the fullest first. Needs operator scope. */
export async function tenantsNearLimit(): Promise<Standing[]> {
  const recent = await Tenant.query()
    .select('id', 'name')
    .orderBy('updatedAt', 'desc')
    .limit(recentTenants)
  const ids = recent.map(({ id }) => id)
  const found: { id: string; name: string; meter: string; percent: number }[] = []
  for (const [meter, figure] of Object.entries(meters)) {
    const percents = await tenantFigures.get(figure)?.(ids)
    for (const { id, name } of recent) {
      const percent = percents?.get(id) ?? 0
      if (percent >= nearPercent) found.push({ id, name, meter, percent })
    }
  }
  return found
    .sort((one, other) => other.percent - one.percent)
    .map(({ id, name, meter, percent }) => ({
      // The key changes at 100 percent, so that operators are notified again.
      key: `${id} ${meter} ${percent >= 100 ? 'full' : 'near'}`,
      payload: { name, meter, percent: Math.min(percent, 100) },
      target: { type: 'tenant', id },
    }))
}
