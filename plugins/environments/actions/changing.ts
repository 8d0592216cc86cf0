import { transaction } from '@crossdock/kernel/database'
import { conflict, text, type Problem } from '@crossdock/kernel/http'
import { inTenant } from '@crossdock/kernel/tenancy'
import { TenantEnvironment } from '../models/tenant_environment.js'
import { findManaged, noEnvironment } from '../queries/managed_environments.js'

/**
 * Does something to an environment of any tenant, inside of that tenant and one transaction, in which nobody else changes
 * it. @throws Problem 404
 */
export async function changing<T>(
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

/** As `changing`, of one that is not deleted. @throws Problem 404 */
export function changingPresent<T>(
  id: string,
  work: (environment: TenantEnvironment) => Promise<T>
): Promise<T> {
  return changing(id, (environment) => {
    if (environment.deletedAt !== null) throw noEnvironment(id)
    return work(environment)
  })
}

/** What events tell of an environment. */
export const toldOf = ({ id, name, displayName }: TenantEnvironment) => ({
  target: { type: 'environment', id },
  payload: { name, displayName },
})

export const nameTaken = (name: string): Problem =>
  conflict(
    'E_ENVIRONMENT_EXISTS',
    text(
      'This tenant has an environment "{name}" already, and can have one of each name. Change that one, or choose another name.',
      { name }
    ),
    'name'
  )
