import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/http'
import { sameJson } from '@crossdock/kernel/json'
import { ledger } from '@crossdock/kernel/ledger'
import { refusedSources } from '../calls/sources.js'
import { refuse } from '../config/change.js'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { findEndpoint } from '../queries/endpoints.js'
import { findSystem } from '../queries/systems.js'
import type { createEndpointBody, updateEndpointBody } from '../validators/endpoints.js'
import { endpointCreated, endpointDeleted, endpointUpdated } from '../event_types.js'

export async function createEndpoint(
  systemId: string,
  input: Output<typeof createEndpointBody>
): Promise<ApiEndpoint> {
  refuse(refusedSources(input.fieldMapping ?? {}))
  return transaction(async () => {
    await ledger.use().reserve('maxApiEndpoints')
    const system = await findSystem(systemId)
    const endpoint = await ApiEndpoint.create({
      requestSchema: {},
      fieldMapping: {},
      ...input,
      responseSchema: { expectedStatus: [200], ...input.responseSchema },
      systemId: system.id,
    })
    await tell(endpointCreated, endpoint, system.name)
    return endpoint
  })
}

export async function updateEndpoint(
  id: string,
  input: Output<typeof updateEndpointBody>
): Promise<ApiEndpoint> {
  return transaction(async () => {
    const endpoint = await findEndpoint(id)
    // What was saved before its sources were checked may be sent back as it was read.
    const isSame = sameJson(input.fieldMapping, endpoint.fieldMapping)
    if (!isSame) refuse(refusedSources(input.fieldMapping ?? {}))
    const given = Object.entries(input).filter(([, value]) => value !== undefined)
    await endpoint.merge(Object.fromEntries(given)).save()
    await tell(endpointUpdated, endpoint)
    return endpoint
  })
}

export async function deleteEndpoint(id: string): Promise<void> {
  await transaction(async () => {
    const endpoint = await findEndpoint(id)
    await endpoint.delete()
    await tell(endpointDeleted, endpoint)
  })
}

async function tell(
  type: typeof endpointCreated,
  endpoint: ApiEndpoint,
  knownName?: string
): Promise<void> {
  const { id, name, method, path, systemId, isActive } = endpoint
  const systemName = knownName ?? (await findSystem(systemId)).name
  await recordEvent(type, {
    target: { type: 'api_endpoint', id },
    payload: { name, systemId, systemName, method, path, isActive },
  })
}
