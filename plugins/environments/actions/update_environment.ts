import { recordEvent } from '@crossdock/kernel/events'
import { invalid, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { environmentUpdated } from '../event_types.js'
import type { TenantEnvironment } from '../models/tenant_environment.js'
import type { updateEnvironmentBody } from '../validators/managed_environments.js'
import { assertKnownLimits } from './known_limits.js'
import { changePresentEnvironment, eventDataOf } from './changing.js'

/**
 * Changes the given fields. A limit below the current usage is accepted: existing data stays, and additions are
 * refused.
 * @throws Problem 404, 422 for another name or tenant, and for limits of unknown meters
 */
export function updateEnvironment(
  id: string,
  { tenantId, name, ...given }: Output<typeof updateEnvironmentBody>
): Promise<TenantEnvironment> {
  return changePresentEnvironment(id, async (environment) => {
    if (name !== undefined && name !== environment.name) {
      throw invalid(
        'name',
        text('The name of an environment cannot change: it stays "{name}".', {
          name: environment.name,
        }),
        'fixed'
      )
    }
    if (tenantId !== undefined && tenantId !== environment.tenantId) {
      throw invalid('tenantId', text('An environment stays with its tenant.'), 'fixed')
    }
    assertKnownLimits(given.limits, environment.limits)
    environment.merge(given)
    const changed = Object.keys(environment.$dirty).sort()
    if (changed.length === 0) return environment
    await environment.save()
    const { target, payload } = eventDataOf(environment)
    await recordEvent(environmentUpdated, { target, payload: { ...payload, changed } })
    return environment
  })
}
