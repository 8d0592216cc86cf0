import { notFound, paginate, searchIn, type ListRequest, type Page } from '@crossdock/kernel/http'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { showEndpoint } from '../transformers/endpoint.js'
import { endpointList } from './lists.js'

type Shown = ReturnType<typeof showEndpoint>

/** All endpoints of the tenant, or those of one system. */
export async function listEndpoints(request: ListRequest, systemId?: string): Promise<Page<Shown>> {
  const query = ApiEndpoint.query()
  if (systemId !== undefined) query.where('system_id', systemId)
  const page = await paginate(query, endpointList, request, { search: searchIn('name', 'path') })
  return page.map(showEndpoint)
}

/** @throws Problem 404 */
export async function findEndpoint(id: string): Promise<ApiEndpoint> {
  const endpoint = await ApiEndpoint.find(id)
  if (!endpoint) throw notFound('There is no API endpoint with the id "{id}".', id)
  return endpoint
}
