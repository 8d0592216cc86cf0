import type { Environment, ManagedEnvironment, Session } from '@crossdock/client'
import type { ApiClient, ListQuery } from '../../api/client.js'
import { pick } from '../../find.js'

export const managed = '/api/admin/environments'

type Any = Environment & Partial<Pick<ManagedEnvironment, 'deletedAt'>>

/** Defines which environments a command can find. */
export interface Reach {
  isSuperAdmin: boolean
  /** The current tenant. Null for a super administrator who named none. */
  tenant: Session['tenant']
}

export async function reachOf(api: ApiClient): Promise<Reach> {
  const { user, tenant } = await api.get<Session>('/api/auth/me')
  return { isSuperAdmin: user.isSuperAdmin, tenant }
}

/** The environments of the current tenant. Without a tenant, a super administrator gets those of all tenants. */
export function environmentsWithin(
  api: ApiClient,
  { isSuperAdmin, tenant }: Reach,
  isDeleted = false
): Promise<Any[]> {
  // Only the super administrator's route lists deleted environments. The server refuses it to other callers.
  if (!isSuperAdmin && !isDeleted) {
    return api.all<Environment>('/api/tenant/environments', { sort: ['name', 'ASC'] })
  }
  const filter: ListQuery['filter'] = {
    ...(tenant ? { tenantId: tenant.id } : {}),
    ...(isDeleted ? { isDeleted: 'true' } : {}),
  }
  return api.all<ManagedEnvironment>(managed, { filter, sort: ['tenantId', 'ASC'] })
}

/** Finds an environment by name or part of its id, among those in reach. */
export async function findEnvironment(
  api: ApiClient,
  typed: string,
  isDeleted = false
): Promise<Any> {
  const rows = await environmentsWithin(api, await reachOf(api), isDeleted)
  return pick(rows, typed, {
    one: isDeleted ? 'deleted environment' : 'environment',
    list: `crossdock environments list${isDeleted ? ' --deleted' : ''}`,
    ids: ({ id }) => [id],
    name: ({ name }) => name,
    about: ({ name, displayName, tenantId }) => `${name}, ${displayName}, tenant ${tenantId}`,
  })
}
