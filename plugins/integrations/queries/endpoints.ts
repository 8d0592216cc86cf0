import { notFound } from '@crossdock/kernel/ground'
import { type Page, paginate, searchIn, type ListRequest, type Row } from '@crossdock/kernel/lists'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { urlOf } from '../hooks/address_of.js'
import { addressesOf } from '../hooks/queries/addresses.js'
import { showEndpoint } from '../transformers/endpoint.js'
import { endpointList } from './lists.js'

type Shown = ReturnType<typeof showEndpoint>

/** Shows endpoints in the API; inbound endpoints with their addresses. */
async function showAll(endpoints: readonly Row<ApiEndpoint>[]): Promise<Shown[]> {
  const inbound = endpoints.filter(({ endpointType }) => endpointType === 'inbound')
  const ids = inbound.map(({ id }) => id)
  const addresses = ids.length > 0 ? await addressesOf('endpoint_id', ids) : undefined
  return endpoints.map((endpoint) => {
    const address = addresses?.get(endpoint.id)
    return showEndpoint(endpoint, address ? urlOf(address) : null)
  })
}

export async function showOneEndpoint(endpoint: ApiEndpoint): Promise<Shown> {
  return (await showAll([endpoint]))[0]!
}

/** Lists all endpoints of the tenant, or the endpoints of one system. */
export async function listEndpoints(request: ListRequest, systemId?: string): Promise<Page<Shown>> {
  const query = ApiEndpoint.query()
  if (systemId !== undefined) query.where('system_id', systemId)
  const page = await paginate(query, endpointList, request, { search: searchIn('name', 'path') })
  return page.with(await showAll(page.rows))
}

/** @throws Problem 404 */
export async function findEndpoint(id: string): Promise<ApiEndpoint> {
  const endpoint = await ApiEndpoint.find(id)
  if (!endpoint) throw notFound('There is no API endpoint with the id "{id}".', id)
  return endpoint
}
