import { isUniqueViolation, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, text } from '@crossdock/kernel/ground'
import { tenantDirectory, inTenant } from '@crossdock/kernel/tenancy'
import type { Output } from '@crossdock/kernel/shapes'
import { environmentTemplates } from '../contracts/index.js'
import { environmentCreated } from '../event_types.js'
import { TenantEnvironment } from '../models/tenant_environment.js'
import type { createEnvironmentBody } from '../validators/managed_environments.js'
import { assertKnownLimits } from './known_limits.js'
import { nameTaken, eventDataOf } from './changing.js'

/**
 * Creates an environment for a tenant. Omitted fields come from the named template, or from the defaults of the
 * table.
 * @throws Problem 409 if the tenant has an environment of that name, 422 for an unknown tenant
 */
export async function createEnvironment({
  tenantId: idOrSubdomain,
  template,
  ...given
}: Output<typeof createEnvironmentBody>): Promise<TenantEnvironment> {
  const tenant = await tenantDirectory.use().find(idOrSubdomain)
  if (!tenant)
    throw invalid('tenantId', text('There is no tenant "{tenant}".', { tenant: idOrSubdomain }))
  assertKnownLimits(given.limits, {})
  const { displayName } = environmentTemplates[given.name]
  const values = { displayName, ...(template ? environmentTemplates[template] : {}), ...given }
  try {
    return await inTenant(tenant.id, () =>
      transaction(async () => {
        const environment = await TenantEnvironment.create(values)
        await recordEvent(environmentCreated, eventDataOf(environment))
        return environment
      })
    )
  } catch (error) {
    if (!isUniqueViolation(error, 'name')) throw error
    throw nameTaken(given.name)
  }
}
