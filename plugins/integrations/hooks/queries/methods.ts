import { inTenant } from '@crossdock/kernel/tenancy'
import { ApiEndpoint } from '../../models/api_endpoint.js'
import type { Place } from './addresses.js'

const ofWorkflows = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Returns the methods that an address accepts: the method of its inbound endpoint, or all methods for a
 * workflow.
 */
export async function methodsOf(place: Place): Promise<readonly string[]> {
  const { tenantId, environmentId, address } = place
  const { endpointId } = address
  if (endpointId === null) return ofWorkflows
  const endpoint = await inTenant(tenantId, () => ApiEndpoint.find(endpointId), { environmentId })
  const method = endpoint?.method ?? 'POST'
  return [method, ...(method === 'GET' ? ['HEAD'] : []), 'OPTIONS']
}
