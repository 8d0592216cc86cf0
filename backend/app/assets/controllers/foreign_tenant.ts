import { Problem, text } from '@crossdock/kernel/ground'
import { tenantDirectory, currentTenantId } from '@crossdock/kernel/tenancy'

/**
 * A tenantId in a body never selects a tenant. The HTTP layer checks this, except for streamed bodies.
 * @throws Problem 403, the same for a tenant that exists and one that does not
 */
export async function refuseForeignTenant(body: unknown): Promise<void> {
  if (typeof body !== 'object' || body === null || !('tenantId' in body)) return
  const named = body.tenantId
  if (named === undefined || named === null || named === '') return
  if (typeof named === 'string') {
    if (named === currentTenantId()) return
    if ((await tenantDirectory.use().find(named))?.id === currentTenantId()) return
  }
  throw new Problem(
    403,
    'E_TENANT',
    text('The tenantId in the body is not the tenant you are working in. Leave it out.')
  )
}
