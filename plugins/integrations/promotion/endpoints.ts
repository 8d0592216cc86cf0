import {
  secretPlaces,
  type Carried,
  type Held,
  type PromotedKind,
  type PromotedRow,
} from '@crossdock/environments/contracts'
import { text, validate, type Output } from '@crossdock/kernel/http'
import { createEndpoint, deleteEndpoint, updateEndpoint } from '../actions/endpoints.js'
import { integrationsRead, integrationsWrite } from '../contracts/index.js'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { findEndpoint } from '../queries/endpoints.js'
import { createEndpointBody, updateEndpointBody } from '../validators/endpoints.js'
import { plainRequest, secretsOfRequest, withSecrets, type Request } from './request_secrets.js'
import { variablesOf } from './request_variables.js'

type Definition = Pick<
  ApiEndpoint,
  | 'systemId'
  | 'name'
  | 'path'
  | 'method'
  | 'endpointType'
  | 'triggers'
  | 'requestSchema'
  | 'responseSchema'
  | 'fieldMapping'
>

interface EndpointRow extends PromotedRow {
  /** With its secrets, to see which of them stay. */
  stored: Request
  held: readonly Required<Held>[]
}

/** Endpoints of systems. Keys and tokens that are written into their requests stay where they are. */
export const promotedEndpoints: PromotedKind<EndpointRow> = {
  label: text('API endpoints'),
  read: integrationsRead,
  write: integrationsWrite,
  meter: 'maxApiEndpoints',
  after: ['systems'],
  async rows(ids, { lock }) {
    const query = ApiEndpoint.query()
      .whereIn('id', [...ids])
      .orderBy('id')
    return (await (lock ? query.forUpdate() : query)).map(shown)
  },
  async named(names) {
    const query = ApiEndpoint.query().whereIn('name', [...names])
    return (await query.orderBy('created_at').orderBy('id')).map(shown)
  },
  carry,
  async create({ definition, isActive }) {
    const { systemId, ...fields } = definition as unknown as Definition
    const body = await validate(createEndpointBody, { ...fields, isActive })
    return (await createEndpoint(systemId, body as Output<typeof createEndpointBody>)).id
  },
  async update(id, definition) {
    const { systemId: _stays, ...fields } = definition as unknown as Definition
    const whole = { ...fields, ...withSecrets(fields, await findEndpoint(id)) }
    const body = await validate(updateEndpointBody, whole)
    await updateEndpoint(id, body as Output<typeof updateEndpointBody>)
  },
  remove: deleteEndpoint,
  async users(ids) {
    const rows = await ApiEndpoint.query()
      .whereIn('system_id', [...ids])
      .orderBy('name')
      .select('id', 'name')
    return rows.map(({ id, name }) => ({ id, name }))
  },
}

function shown(endpoint: ApiEndpoint): EndpointRow {
  const { id, systemId, name, method, endpointType, triggers, isActive } = endpoint
  const { responseSchema, fieldMapping } = endpoint
  const stored: Request = { path: endpoint.path, requestSchema: endpoint.requestSchema }
  const { path, requestSchema } = plainRequest(stored)
  const held = secretsOfRequest(stored).map((secret) => ({ id, name, ...secret }))
  const owner = { kind: 'systems', id: systemId }
  const definition: Definition = {
    ...{ systemId, name, path, method, endpointType, triggers },
    ...{ requestSchema, responseSchema, fieldMapping },
  }
  return {
    ...{ id, name, isActive, owner, references: [owner], definition: { ...definition } },
    ...{ credentials: held.map(({ place }) => place), held, stored },
    variables: variablesOf({ path, requestSchema, fieldMapping }),
  }
}

function carry(
  source: EndpointRow,
  target: EndpointRow | undefined,
  idOf: (ref: { kind: string; id: string }) => string
): Carried {
  const plain = source.definition as unknown as Definition
  const stays = target ? secretsOfRequest(withSecrets(plain, target.stored)) : []
  const kept = new Set(stays.map(({ key }) => key))
  // Names of headers that differ in case only are one.
  const there = new Set(stays.map(({ key }) => key.toLowerCase()))
  const { path, requestSchema } = plain
  return {
    definition: { ...source.definition, systemId: idOf(source.owner!) },
    isActive: source.isActive,
    lacking: placesOf(source.held.filter(({ key }) => !there.has(key.toLowerCase()))),
    deleted: placesOf((target?.held ?? []).filter(({ key }) => !kept.has(key))),
    written: [...secretPlaces(path, 'path'), ...secretPlaces(requestSchema, 'requestSchema')],
    variables: source.variables,
    ...{ kept: [], literal: [], notes: [] },
  }
}

const placesOf = (held: readonly Held[]): string[] => held.map(({ place }) => place)
