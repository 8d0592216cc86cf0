import { countersOf } from '@crossdock/kernel/counters'
import { tenantTable } from '@crossdock/kernel/tenancy'

/** How many people of the tenant hold each role, without looking at any of them. */
export async function countHolders(): Promise<(key: string) => number> {
  const counts = new Map((await countersOf(['roles.holders'])).map(({ key, n }) => [key, n]))
  return (key) => counts.get(key) ?? 0
}

/** How many hold one role, by the people themselves: for who is about to take it from them. */
export async function holdersNow(key: string): Promise<number> {
  const row = await tenantTable<{ total: number | string }>('users')
    .where('role', key)
    .count('* as total')
    .first()
  return Number(row?.total ?? 0)
}
