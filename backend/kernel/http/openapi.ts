import { kernelVersion } from '../ground/version.js'
import { JsonSchemas, type Json } from '../shapes/json_schema.js'
import {
  pagedAnswer,
  components,
  problem,
  rateLimitHeaders,
  refusalInPages,
  text,
} from './openapi_components.js'
import { isBound } from '../lists/list.js'
import type { Operation } from './operation.js'
import type { Validator } from '../shapes/validator.js'
import { refusalsOf } from './declared_refusals.js'
import { proofRule, sometimesProofRule } from './proof.js'
import { takesKey } from './takes_key.js'
import { maxV2Page } from './v2.js'

function queryParameters({ query }: Operation, schemas: JsonSchemas): Json[] {
  if (!query) return []
  const { properties = {}, required = [] } = schemas.of(query) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function listParameters({ list, response, section }: Operation): Json[] {
  if (!list) return []
  const named = Object.entries(list.filters).map(([name, kind]) =>
    kind === 'values' ? `${name}.<key>` : name
  )
  const filters = ['id', ...named].join(', ')
  const sorts = ['id', ...Object.keys(list.sorts)].join(', ')
  const bounds = Object.values(list.filters).some(isBound)
    ? ' `after` (that instant or later) and `before` (earlier) take ISO 8601 instants.'
    : ''
  const values = Object.values(list.filters).includes('values')
    ? ' A filter with a key takes a text, a number, true or false, or a range such as {"gte":100,"lt":200} (gt, gte, lt, lte; numbers or dates).'
    : ''
  return [
    text('filter', 'query', `JSON object; known names: ${filters}.${bounds}${values}`),
    text('sort', 'query', `JSON array such as ["name","ASC"]; fields: ${sorts}.`),
    // An answer that is not an array has no pages.
    ...(section ? cursorParameters : []),
    ...(response && !section
      ? [
          text('range', 'query', 'JSON array of the first and last position, such as [0,24].'),
          text('limit', 'query', 'At most this many, instead of range.'),
        ]
      : []),
  ]
}

const cursorParameters = [
  text('cursor', 'query', '`nextCursor` of the previous page; leave it out for the first page.'),
  {
    ...text('limit', 'query', 'Rows of a page.'),
    schema: { type: 'integer', minimum: 1, maximum: maxV2Page, default: 50 },
  },
]

/** The headers that operations share. */
function headerParameters(operation: Operation): Json[] {
  const names = { public: [], session: ['Tenant'], tenant: ['Tenant', 'Environment'], operator: [] }
  const found = [...names[operation.access], ...(takesKey(operation) ? ['IdempotencyKey'] : [])]
  return found.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

function parameters(operation: Operation, schemas: JsonSchemas): Json[] {
  return [
    ...[...operation.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => text(name!, 'path')),
    ...queryParameters(operation, schemas),
    ...listParameters(operation),
    ...headerParameters(operation),
  ]
}

/** A successful answer: JSON of the declared shape, nothing, or (without either) a file's bytes. */
function success(operation: Operation, schemas: JsonSchemas): Json {
  const { response, list, status, method, live, pages } = operation
  const headers = answerHeaders(operation)
  const description = 'Done.'
  const done = { description, ...(Object.keys(headers).length > 0 ? { headers } : {}) }
  if (pages) return pagedAnswer
  if (live?.kind === 'feed') return feedOf(live.events, schemas)
  if (response) {
    const item = schemas.of(response)
    const whole = list ? { type: 'array', items: item } : item
    const schema = operation.section ? wrapInEnvelope(whole, list !== undefined) : whole
    const content = { 'application/json': { schema } }
    return { ...done, content }
  }
  const isEmpty = status === 204 || status === 302 || (status === undefined && method !== 'GET')
  return isEmpty ? done : { ...done, content: { 'application/octet-stream': {} } }
}

/** Wraps an answer's schema in the envelope of /api/v2: `{ data }`, and for lists `{ data, nextCursor }`. */
function wrapInEnvelope(data: Json, isList: boolean): Json {
  const nextCursor = {
    type: ['string', 'null'],
    description: 'Sent as `cursor`, it gives the next page; null: this was the last one.',
  }
  return {
    type: 'object',
    required: isList ? ['data', 'nextCursor'] : ['data'],
    properties: { data, ...(isList ? { nextCursor } : {}) },
  }
}

function answerHeaders(operation: Operation): Json {
  const { list, location, access } = operation
  return {
    // Sent on calls of programs inside a tenant.
    ...(access === 'tenant' || access === 'session' ? rateLimitHeaders : {}),
    ...(list && !operation.section
      ? { 'Content-Range': { $ref: '#/components/headers/ContentRange' } }
      : {}),
    ...(location ? { Location: { $ref: '#/components/headers/Location' } } : {}),
    ...(takesKey(operation)
      ? { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } }
      : {}),
  }
}

/** The events of a feed: one property per event name, with its data. */
function feedOf(events: Record<string, Validator>, schemas: JsonSchemas): Json {
  const properties = Object.fromEntries(
    Object.entries(events).map(([name, shape]) => [name, schemas.of(shape)])
  )
  const description = 'Server-Sent Events until one side ends: the data of each by its name.'
  const schema = { type: 'object', description, properties }
  return { description, content: { 'text/event-stream': { schema } } }
}

/** Messages of a channel. OpenAPI describes only the handshake, so they are extensions. */
function channelOf({ live }: Operation, schemas: JsonSchemas): Json {
  if (live?.kind !== 'channel') return {}
  const { receives, sends } = live
  return { 'x-receives': schemas.of(receives), 'x-sends': schemas.of(sends) }
}

function responses(operation: Operation, schemas: JsonSchemas): Json {
  const { response, method, status, otherStatuses = [] } = operation
  const usual = status ?? (response || method === 'GET' ? 200 : 204)
  if (operation.live?.kind === 'channel') {
    return {
      '101': { description: 'A WebSocket; its messages are JSON texts.' },
      ...refused(operation),
    }
  }
  const answer = success(operation, schemas)
  return {
    ...Object.fromEntries([usual, ...otherStatuses].map((code) => [String(code), answer])),
    ...refused(operation),
  }
}

const refused = (operation: Operation): Json => ({
  ...Object.fromEntries(refusalsOf(operation).map((code) => [String(code), refusalOf(operation)])),
  default: refusalOf(operation),
})

const refusalOf = ({ pages }: Operation): Json => (pages ? refusalInPages : problem)

/** The bodies a request may have. A body without required fields may be omitted. */
function requestBody(operation: Operation, schemas: JsonSchemas): Json | undefined {
  const { body, reads = 'json', streams = {} } = operation
  const content: Record<string, Json> = {}
  let required = false
  if (body && reads !== 'raw') {
    const schema = schemas.of(body)
    required = Array.isArray(schema.required) && schema.required.length > 0
    content[reads === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'] = {
      schema,
    }
  }
  if (reads === 'raw') content['*/*'] = {}
  for (const [type, schema] of Object.entries(streams)) content[type] = { schema }
  if (Object.keys(content).length === 0) return undefined
  return { required, content }
}

const proofRules = { fresh: proofRule, sometimes: sometimesProofRule } as const

function security({ access }: Operation): Json[] {
  return access === 'public' ? [] : [{ session: [] }, { token: [] }]
}

function describe(operation: Operation, schemas: JsonSchemas): Json {
  const { summary, description, permission, proof, whileHeld } = operation
  const body = requestBody(operation, schemas)
  const rights = permission ? `Needs the permission \`${permission.name}\`.` : undefined
  const described = [description, rights, proof && proofRules[proof]].filter(Boolean)
  return {
    operationId: operation.route.replace(/\W+/g, '_').replace(/_$/, '').toLowerCase(),
    tags: [operation.section ?? operation.path.replace(/^\/api(\/v2)?(?=\/)/, '').split('/')[1]],
    summary,
    ...(described.length > 0 ? { description: described.join('\n\n') } : {}),
    ...(proof ? { 'x-proof': proof } : {}),
    ...(whileHeld ? { 'x-while-held': whileHeld } : {}),
    parameters: parameters(operation, schemas),
    ...(body ? { requestBody: body } : {}),
    responses: responses(operation, schemas),
    ...channelOf(operation, schemas),
    security: security(operation),
  }
}

/** Methods that OpenAPI can describe; WebDAV methods are left out. */
const describable = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** A kind of event that webhooks receive. */
export interface SentEvent {
  name: string
  description: string
  payload: Validator
}

/** The body of a webhook, as in Standard Webhooks. */
function sentEvent({ name, description, payload }: SentEvent, schemas: JsonSchemas): Json {
  const schema = {
    type: 'object',
    required: ['type', 'timestamp', 'id', 'target', 'tenantId', 'environmentId', 'data'],
    properties: {
      type: { const: name },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      id: { type: 'string', format: 'uuid', description: 'Of the event.' },
      target: {
        type: ['object', 'null'],
        description: 'What it happened to.',
        required: ['type', 'id'],
        properties: { type: { type: 'string' }, id: { type: 'string' } },
      },
      tenantId: { type: 'string', format: 'uuid' },
      environmentId: { type: 'string', format: 'uuid' },
      data: schemas.of(payload),
    },
  }
  return {
    post: {
      operationId: `event_${name}`,
      tags: ['webhooks'],
      summary: description,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Taken. Any other answer is sent again later.' } },
    },
  }
}

/**
 * The OpenAPI 3.1 description of all operations; the typed client and the reference are generated from it.
 * @param version version of the described API; defaults to the kernel's
 * @param events events sent to webhooks
 */
export function describeApi(
  operations: Operation[],
  { version = kernelVersion, events = [] }: { version?: string; events?: readonly SentEvent[] } = {}
): Json {
  const schemas = new JsonSchemas()
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const method = operation.method.toLowerCase()
    if (!describable.has(method)) continue
    const path = operation.path.replace('*}', '}')
    paths[path] = { ...paths[path], [method]: describe(operation, schemas) }
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#',
    info: {
      title: 'Crossdock',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    ...(events.length > 0
      ? {
          webhooks: Object.fromEntries(
            events.map((event) => [event.name, sentEvent(event, schemas)])
          ),
        }
      : {}),
    components: { ...components, schemas: { ...components.schemas, ...schemas.named } },
  }
}
