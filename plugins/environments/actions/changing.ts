import { transaction } from '@crossdock/kernel/database'
import { conflict, text, type Problem } from '@crossdock/kernel/ground'
import { inTenant } from '@crossdock/kernel/tenancy'
import { TenantEnvironment } from '../models/tenant_environment.js'
import { findManaged, noEnvironment } from '../queries/managed_environments.js'

/**
 * Changes an environment of any tenant, in that tenant's scope and in one transaction that locks the row.
 * @throws Problem 404
 */
export async function changeEnvironment<T>(
  id: string,
  work: (environment: TenantEnvironment) => Promise<T>
): Promise<T> {
  const { tenantId } = await findManaged(id)
  return inTenant(tenantId, () =>
    transaction(async () => {
      const environment = await TenantEnvironment.query().where('id', id).forUpdate().first()
      if (!environment) throw noEnvironment(id)
      return work(environment)
    })
  )
}

/**
 * Like `changeEnvironment`, but treats deleted environments as missing.
 * @throws Problem 404
 */
export function changePresentEnvironment<T>(
  id: string,
  work: (environment: TenantEnvironment) => Promise<T>
): Promise<T> {
  return changeEnvironment(id, (environment) => {
    if (environment.deletedAt !== null) throw noEnvironment(id)
    return work(environment)
  })
}

/** Target and payload of an event about an environment. */
export const eventDataOf = ({ id, name, displayName }: TenantEnvironment) => ({
  target: { type: 'environment', id },
  payload: { name, displayName },
})

export const nameTaken = (name: string): Problem =>
  conflict(
    'E_ENVIRONMENT_EXISTS',
    text(
      'This tenant already has an environment "{name}". Change that one, or choose another name.',
      { name }
    ),
    'name'
  )
