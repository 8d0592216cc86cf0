import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { FieldError, Output } from '@crossdock/kernel/http'
import { sameJson } from '@crossdock/kernel/json'
import { ledger } from '@crossdock/kernel/ledger'
import type { EndpointType } from '../contracts/index.js'
import { keepAddress, restAddress } from '../hooks/actions/keep_address.js'
import { refusedBody } from '../hooks/schema/json_schema.js'
import { filledTwice, refusedSources } from '../calls/sources.js'
import { refusedRequest } from '../calls/template.js'
import { refuse, refuseNew } from '../config/change.js'
import { insertAll } from '@crossdock/kernel/tenancy'
import { ApiEndpoint, type EndpointOrigin } from '../models/api_endpoint.js'
import type { ExternalSystem } from '../models/external_system.js'
import type { TemplateEndpoint } from '../templates/definition.js'
import { findEndpoint } from '../queries/endpoints.js'
import { findSystem } from '../queries/systems.js'
import type { createEndpointBody, updateEndpointBody } from '../validators/endpoints.js'
import {
  endpointCreated,
  endpointDeleted,
  endpointsImported,
  endpointUpdated,
} from '../event_types.js'

export async function createEndpoint(
  systemId: string,
  input: Output<typeof createEndpointBody>
): Promise<ApiEndpoint> {
  refuse(refusedIn(input, input.endpointType))
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
    if (endpoint.endpointType === 'inbound') await keepAddress({ endpointId: endpoint.id })
    await tell(endpointCreated, endpoint, system.name)
    return endpoint
  })
}

/** An endpoint as a description or a template has it. */
export interface MadeEndpoint extends TemplateEndpoint {
  origin: EndpointOrigin
}

/**
 * Adds many endpoints to a system, all or none, with one event; inbound ones get their addresses. Inside of a transaction.
 * @throws Problem 409 where not all of them fit
 */
export async function createEndpoints(
  system: ExternalSystem,
  made: readonly MadeEndpoint[]
): Promise<void> {
  if (made.length === 0) return
  await ledger.use().reserve('maxApiEndpoints', made.length)
  const rows = made.map(({ key: _key, group: _group, ...columns }) =>
    new ApiEndpoint().fill({
      ...columns,
      endpointType: columns.endpointType ?? 'outbound',
      triggers: columns.triggers ?? [],
      fieldMapping: columns.fieldMapping ?? {},
      isActive: true,
      systemId: system.id,
    })
  )
  await insertAll(rows)
  for (const { id, endpointType } of rows) {
    if (endpointType === 'inbound') await keepAddress({ endpointId: id })
  }
  await recordEvent(endpointsImported, {
    target: { type: 'external_system', id: system.id },
    payload: { systemName: system.name, count: rows.length },
  })
}

export async function updateEndpoint(
  id: string,
  input: Output<typeof updateEndpointBody>
): Promise<ApiEndpoint> {
  return transaction(async () => {
    const endpoint = await findEndpoint(id)
    const { endpointType: former } = endpoint
    const type = input.endpointType ?? former
    // What was saved before it was checked may be sent back as it was read.
    const isSame = sameJson(input.fieldMapping, endpoint.fieldMapping) && type === former
    refuseNew(
      refusedIn(input, type),
      isSame ? refusedIn(endpoint, former) : requestOf(endpoint, type)
    )
    const given = Object.entries(input).filter(([, value]) => value !== undefined)
    await endpoint.merge(Object.fromEntries(given)).save()
    if (type === 'inbound') await keepAddress({ endpointId: id })
    if (type !== 'inbound' && former !== type) await restAddress({ endpointId: id })
    await tell(endpointUpdated, endpoint)
    return endpoint
  })
}

export async function deleteEndpoint(id: string): Promise<void> {
  await transaction(async () => removeEndpoint(await findEndpoint(id)))
}

/** Deletes an endpoint that was read, inside of a transaction. @param systemName where it is known */
export async function removeEndpoint(endpoint: ApiEndpoint, systemName?: string): Promise<void> {
  await endpoint.delete()
  await tell(endpointDeleted, endpoint, systemName)
}

/** Records that an endpoint was changed, inside of the transaction that changes it. */
export const recordEndpointUpdated = (endpoint: ApiEndpoint, systemName: string): Promise<void> =>
  tell(endpointUpdated, endpoint, systemName)

/** What is wrong with an endpoint: calls are made with placeholders, and requests are checked by a schema. */
export function refusedIn(
  endpoint: Pick<Output<typeof updateEndpointBody>, 'path' | 'requestSchema' | 'fieldMapping'>,
  type: EndpointType
): FieldError[] {
  const { fieldMapping = {} } = endpoint
  const mapped = type === 'inbound' ? filledTwice(fieldMapping) : refusedSources(fieldMapping)
  return [...mapped, ...requestOf(endpoint, type)]
}

const requestOf = (
  endpoint: Pick<Output<typeof updateEndpointBody>, 'path' | 'requestSchema'>,
  type: EndpointType
): FieldError[] =>
  type === 'inbound'
    ? refusedBody(endpoint.requestSchema?.body, 'requestSchema.body')
    : refusedRequest(endpoint)

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
