import { countByTenant } from '@crossdock/backend/tenants'

const withAccess = countByTenant('users.active')

/** The number of people with access who have never signed in, by tenant. */
export const invitedUsers = countByTenant('users.pending')

/** The number of people with access who have signed in at least once, by tenant. */
export async function activeUsers(tenantIds?: string[]): Promise<Map<string, number>> {
  const all = await withAccess(tenantIds)
  const invited = await invitedUsers(tenantIds)
  return new Map([...all].map(([id, count]) => [id, count - (invited.get(id) ?? 0)]))
}
