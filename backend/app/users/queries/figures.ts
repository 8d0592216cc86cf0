import { countByTenant } from '@crossdock/backend/tenants'

const withAccess = countByTenant('users.active')

/** How many people with access have never signed in, by tenant. */
export const invitedUsers = countByTenant('users.pending')

/** How many people with access have signed in at least once, by tenant. */
export async function activeUsers(tenantIds?: string[]): Promise<Map<string, number>> {
  const all = await withAccess(tenantIds)
  const invited = await invitedUsers(tenantIds)
  return new Map([...all].map(([id, count]) => [id, count - (invited.get(id) ?? 0)]))
}
