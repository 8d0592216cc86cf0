import {
  secretPlaces,
  type Carried,
  type Held,
  type PromotedKind,
  type PromotedRow,
} from '@crossdock/environments/contracts'
import { text } from '@crossdock/kernel/ground'
import { validate, type Output } from '@crossdock/kernel/shapes'
import { setSettings, settingsOf } from '../hooks/actions/carry_address.js'
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
> & {
  /** Webhook settings of an inbound endpoint. */
  webhook?: object
}

interface EndpointRow extends PromotedRow {
  /** The request with its secrets, which shows what is kept. */
  stored: Request
  held: readonly Required<Held>[]
}

/** Endpoints of systems. Keys and tokens written into their requests are not promoted. */
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
    return showAll(await (lock ? query.forUpdate() : query))
  },
  async named(names) {
    const query = ApiEndpoint.query().whereIn('name', [...names])
    return showAll(await query.orderBy('created_at').orderBy('id'))
  },
  carry,
  async create({ definition, isActive }) {
    const { systemId, webhook, ...fields } = definition as unknown as Definition
    const body = await validate(createEndpointBody, { ...fields, isActive })
    const { id } = await createEndpoint(systemId, body as Output<typeof createEndpointBody>)
    if (webhook) await setSettings('endpoint_id', id, webhook)
    return id
  },
  async update(id, definition) {
    const { systemId: _stays, webhook, ...fields } = definition as unknown as Definition
    const whole = { ...fields, ...withSecrets(fields, await findEndpoint(id)) }
    const body = await validate(updateEndpointBody, whole)
    await updateEndpoint(id, body as Output<typeof updateEndpointBody>)
    if (webhook) await setSettings('endpoint_id', id, webhook)
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

async function showAll(endpoints: ApiEndpoint[]): Promise<EndpointRow[]> {
  const ids = endpoints.map(({ id }) => id)
  const settings = await settingsOf('endpoint_id', ids)
  return endpoints.map((endpoint) => shown(endpoint, settings.get(endpoint.id)))
}

type Settings = Awaited<ReturnType<typeof settingsOf>> extends Map<string, infer One> ? One : never

function shown(endpoint: ApiEndpoint, kept: Settings | undefined): EndpointRow {
  const { id, systemId, name, method, endpointType, triggers, isActive } = endpoint
  const { responseSchema, fieldMapping } = endpoint
  const stored: Request = { path: endpoint.path, requestSchema: endpoint.requestSchema }
  const { path, requestSchema } = plainRequest(stored)
  const ofWebhook = (kept?.secrets ?? []).map((secret) => ({
    place: `webhook.${secret}`,
    key: ofAddress + secret,
  }))
  const held = [...secretsOfRequest(stored), ...ofWebhook].map((secret) => ({
    id,
    name,
    ...secret,
  }))
  const owner = { kind: 'systems', id: systemId }
  const definition: Definition = {
    systemId,
    name,
    path,
    method,
    endpointType,
    triggers,
    requestSchema,
    responseSchema,
    fieldMapping,
    ...(kept ? { webhook: kept.settings } : {}),
  }
  return {
    id,
    name,
    isActive,
    owner,
    references: [owner],
    definition: { ...definition },
    credentials: held.map(({ place }) => place),
    held,
    stored,
    variables: variablesOf({ path, requestSchema, fieldMapping }),
  }
}

const ofAddress = 'webhook '

function carry(
  source: EndpointRow,
  target: EndpointRow | undefined,
  idOf: (ref: { kind: string; id: string }) => string
): Carried {
  const plain = source.definition as unknown as Definition
  const wanted = new Set(source.held.map(({ key }) => key))
  // The secret of an address is kept if its verification is unchanged.
  const ofTarget = (target?.held ?? []).filter(
    ({ key }) => key.startsWith(ofAddress) && wanted.has(key)
  )
  const stays = [
    ...(target ? secretsOfRequest(withSecrets(plain, target.stored)) : []),
    ...ofTarget,
  ]
  const kept = new Set(stays.map(({ key }) => key))
  // Header names that differ only in upper and lower case are equal.
  const there = new Set(stays.map(({ key }) => key.toLowerCase()))
  const { path, requestSchema } = plain
  return {
    definition: { ...source.definition, systemId: idOf(source.owner!) },
    isActive: source.isActive,
    lacking: placesOf(source.held.filter(({ key }) => !there.has(key.toLowerCase()))),
    deleted: placesOf((target?.held ?? []).filter(({ key }) => !kept.has(key))),
    written: [...secretPlaces(path, 'path'), ...secretPlaces(requestSchema, 'requestSchema')],
    variables: source.variables,
    kept: [],
    literal: [],
    notes: [],
  }
}

const placesOf = (held: readonly Held[]): string[] => held.map(({ place }) => place)
