import { asOperator } from '@crossdock/kernel/tenancy'
import { tenantFigures } from '../contracts/index.js'

/** The counts of one tenant. */
export interface TenantCounts {
  activeUsers: number
  invitedUsers: number
  storageBytes: number
  totalAssets: number
}

/** Counts of several tenants, with one grouped query per figure. */
export async function countForTenants(ids: string[]): Promise<(id: string) => TenantCounts> {
  const count = (name: string) => (ids.length === 0 ? undefined : tenantFigures.get(name)?.(ids))
  return asOperator('count what each tenant has', async () => {
    const activeUsers = await count('activeUsers')
    const invitedUsers = await count('invitedUsers')
    const storageBytes = await count('storageBytes')
    const totalAssets = await count('totalAssets')
    return (id) => ({
      activeUsers: activeUsers?.get(id) ?? 0,
      invitedUsers: invitedUsers?.get(id) ?? 0,
      storageBytes: storageBytes?.get(id) ?? 0,
      totalAssets: totalAssets?.get(id) ?? 0,
    })
  })
}
