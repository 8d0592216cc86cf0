import { isUniqueViolation, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, tenantDirectory, text, type Output } from '@crossdock/kernel/http'
import { inTenant } from '@crossdock/kernel/tenancy'
import { environmentTemplates } from '../contracts/index.js'
import { environmentCreated } from '../event_types.js'
import { TenantEnvironment } from '../models/tenant_environment.js'
import type { createEnvironmentBody } from '../validators/managed_environments.js'
import { assertKnownLimits } from './known_limits.js'
import { nameTaken, toldOf } from './changing.js'

/**
 * Makes an environment for a tenant. What is not given comes from the template, if one is named, else from the table.
 * @throws Problem 409 when the tenant has one of that name, 422 for a tenant nobody knows
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
        await recordEvent(environmentCreated, toldOf(environment))
        return environment
      })
    )
  } catch (error) {
    if (!isUniqueViolation(error, 'name')) throw error
    throw nameTaken(given.name)
  }
}
