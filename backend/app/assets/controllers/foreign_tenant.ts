import { Problem } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** A tenantId in a body never decides anything; the HTTP layer has not seen one that is streamed. */
export function refuseForeignTenant(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('tenantId' in body)) return
  if (body.tenantId === currentTenantId() || body.tenantId === '') return
  throw new Problem(403, 'E_TENANT', 'The tenantId given is not the tenant you are working in.')
}
