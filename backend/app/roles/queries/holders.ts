import { countersOf } from '@crossdock/kernel/counters'
import { tenantTable } from '@crossdock/kernel/tenancy'

/** The number of people with each role in the tenant, from counters instead of a scan. */
export async function countHolders(): Promise<(key: string) => number> {
  const counts = new Map((await countersOf(['roles.holders'])).map(({ key, n }) => [key, n]))
  return (key) => counts.get(key) ?? 0
}

/** The exact number of people with one role, for a change that takes it from them. */
export async function countHoldersNow(key: string): Promise<number> {
  const row = await tenantTable<{ total: number | string }>('users')
    .where('role', key)
    .count('* as total')
    .first()
  return Number(row?.total ?? 0)
}
