import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { sameJson } from '@crossdock/kernel/json'
import { ledger } from '@crossdock/kernel/ledger'
import type { EndpointType } from '../contracts/index.js'
import { ensureAddress, deactivateAddress } from '../hooks/actions/keep_address.js'
import { bodyErrors } from '../hooks/schema/json_schema.js'
import { duplicateTargets, sourceErrors } from '../placeholders/sources.js'
import { requestErrors } from '../placeholders/template.js'
import { refuse, refuseNew } from '../config/change.js'
import { insertAll } from '@crossdock/kernel/tenancy'
import { ApiEndpoint, type EndpointOrigin } from '../models/api_endpoint.js'
import type { ExternalSystem } from '../models/external_system.js'
import type { TemplateEndpoint } from '../definitions/template.js'
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
  refuse(endpointErrors(input, input.endpointType))
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
    if (endpoint.endpointType === 'inbound') await ensureAddress({ endpointId: endpoint.id })
    await recordEndpointEvent(endpointCreated, endpoint, system.name)
    return endpoint
  })
}

/** An endpoint created from a description or a template. */
export interface MadeEndpoint extends TemplateEndpoint {
  origin: EndpointOrigin
}

/**
 * Adds many endpoints to a system, all or none, with one event. Inbound endpoints get their addresses. Call it
 * in a transaction.
 * @throws Problem 409 if they do not all fit
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
    if (endpointType === 'inbound') await ensureAddress({ endpointId: id })
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
    // A client may send back a mapping that was stored before mappings were validated.
    const isSame = sameJson(input.fieldMapping, endpoint.fieldMapping) && type === former
    refuseNew(
      endpointErrors(input, type),
      isSame ? endpointErrors(endpoint, former) : requestOf(endpoint, type)
    )
    const given = Object.entries(input).filter(([, value]) => value !== undefined)
    await endpoint.merge(Object.fromEntries(given)).save()
    if (type === 'inbound') await ensureAddress({ endpointId: id })
    if (type !== 'inbound' && former !== type) await deactivateAddress({ endpointId: id })
    await recordEndpointEvent(endpointUpdated, endpoint)
    return endpoint
  })
}

export async function deleteEndpoint(id: string): Promise<void> {
  await transaction(async () => removeEndpoint(await findEndpoint(id)))
}

/**
 * Deletes an endpoint, in the open transaction.
 * @param systemName the name of its system, if the caller already knows it
 */
export async function removeEndpoint(endpoint: ApiEndpoint, systemName?: string): Promise<void> {
  await endpoint.delete()
  await recordEndpointEvent(endpointDeleted, endpoint, systemName)
}

/** Records an endpoint change, in the transaction of the change. */
export const recordEndpointUpdated = (endpoint: ApiEndpoint, systemName: string): Promise<void> =>
  recordEndpointEvent(endpointUpdated, endpoint, systemName)

/** Returns errors of an endpoint: of placeholders in outbound calls, and of the schema of inbound requests. */
export function endpointErrors(
  endpoint: Pick<Output<typeof updateEndpointBody>, 'path' | 'requestSchema' | 'fieldMapping'>,
  type: EndpointType
): FieldError[] {
  const { fieldMapping = {} } = endpoint
  const mapped = type === 'inbound' ? duplicateTargets(fieldMapping) : sourceErrors(fieldMapping)
  return [...mapped, ...requestOf(endpoint, type)]
}

const requestOf = (
  endpoint: Pick<Output<typeof updateEndpointBody>, 'path' | 'requestSchema'>,
  type: EndpointType
): FieldError[] =>
  type === 'inbound'
    ? bodyErrors(endpoint.requestSchema?.body, 'requestSchema.body')
    : requestErrors(endpoint)

async function recordEndpointEvent(
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
