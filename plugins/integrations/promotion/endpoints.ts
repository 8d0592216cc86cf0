import {
  variablesIn,
  type Carried,
  type PromotedKind,
  type PromotedRow,
} from '@crossdock/environments/contracts'
import { text, validate, type Output } from '@crossdock/kernel/http'
import { createEndpoint, deleteEndpoint, updateEndpoint } from '../actions/endpoints.js'
import { isRecord } from '../calls/values.js'
import { integrationsRead, integrationsWrite, type RequestSchema } from '../contracts/index.js'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { findEndpoint } from '../queries/endpoints.js'
import { createEndpointBody, updateEndpointBody } from '../validators/endpoints.js'
import { plainRequest, secretsOfRequest, withSecrets } from './request_secrets.js'

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

/** Endpoints of systems. Keys and tokens that stand in their headers and queries as they are written stay where they are. */
export const promotedEndpoints: PromotedKind = {
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
    const { requestSchema } = await findEndpoint(id)
    const body = await validate(updateEndpointBody, {
      ...fields,
      requestSchema: withSecrets(fields.requestSchema, requestSchema),
    })
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

function shown(endpoint: ApiEndpoint): PromotedRow {
  const { id, systemId, name, path, method, endpointType, triggers, isActive } = endpoint
  const { responseSchema, fieldMapping } = endpoint
  const requestSchema = plainRequest(endpoint.requestSchema)
  const owner = { kind: 'systems', id: systemId }
  const definition: Definition = {
    ...{ systemId, name, path, method, endpointType, triggers },
    ...{ requestSchema, responseSchema, fieldMapping },
  }
  return {
    ...{ id, name, isActive, owner, references: [owner], definition: { ...definition } },
    credentials: secretsOfRequest(endpoint.requestSchema),
    variables: variablesOf(path, requestSchema, fieldMapping),
  }
}

function carry(
  source: PromotedRow,
  target: PromotedRow | undefined,
  idOf: (ref: { kind: string; id: string }) => string
): Carried {
  const there = new Set(target?.credentials)
  return {
    definition: { ...source.definition, systemId: idOf(source.owner!) },
    isActive: source.isActive,
    lacking: source.credentials.filter((name) => !there.has(name)),
    variables: source.variables,
    ...{ kept: [], literal: [], notes: [] },
  }
}

/** Mappings name variables without braces. */
function variablesOf(
  path: string,
  requestSchema: RequestSchema,
  { systemFields }: ApiEndpoint['fieldMapping']
): string[] {
  const mapped = isRecord(systemFields) ? Object.values(systemFields) : []
  return variablesIn(
    JSON.stringify([path, requestSchema, mapped.map((from) => `{${String(from)}}`)])
  )
}
