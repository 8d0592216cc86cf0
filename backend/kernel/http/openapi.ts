import { kernelVersion } from '../plugin/graph.js'
import { JsonSchemas, type Json } from './json_schema.js'
import { components, problem, text } from './openapi_components.js'
import type { Operation } from './operation.js'

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

function listParameters({ list }: Operation): Json[] {
  if (!list) return []
  const filters = ['id', ...Object.keys(list.filters)].join(', ')
  const sorts = ['id', ...Object.keys(list.sorts)].join(', ')
  return [
    text('filter', 'query', `JSON object; known names: ${filters}.`),
    text('sort', 'query', `JSON array such as ["name","ASC"]; fields: ${sorts}.`),
    text('range', 'query', 'JSON array of the first and last position, such as [0,24].'),
    text('limit', 'query', 'At most this many, instead of range.'),
  ]
}

function scopeParameters({ access }: Operation): Json[] {
  const names = { public: [], session: ['Tenant'], tenant: ['Tenant', 'Environment'], operator: [] }
  return names[access].map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

function parameters(operation: Operation, schemas: JsonSchemas): Json[] {
  return [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => text(name!, 'path')),
    ...queryParameters(operation, schemas),
    ...listParameters(operation),
    ...scopeParameters(operation),
  ]
}

/** What a success brings: JSON of the declared shape, nothing, or (without either) a file's bytes. */
function success({ response, list, status, method }: Operation, schemas: JsonSchemas): Json {
  const description = 'Done.'
  if (response) {
    const item = schemas.of(response)
    const schema = list ? { type: 'array', items: item } : item
    const headers = { 'Content-Range': { $ref: '#/components/headers/ContentRange' } }
    const content = { 'application/json': { schema } }
    return { description, ...(list ? { headers } : {}), content }
  }
  const isEmpty = status === 204 || (status === undefined && method !== 'GET')
  return isEmpty ? { description } : { description, content: { 'application/octet-stream': {} } }
}

function responses(operation: Operation, schemas: JsonSchemas): Json {
  const { response, method, status, otherStatuses = [] } = operation
  const usual = status ?? (response || method === 'GET' ? 200 : 204)
  const answer = success(operation, schemas)
  return {
    ...Object.fromEntries([usual, ...otherStatuses].map((code) => [String(code), answer])),
    default: problem,
  }
}

/** A body without required fields may be left out. */
function requestBody(schema: Json): Json {
  const required = Array.isArray(schema.required) && schema.required.length > 0
  return { required, content: { 'application/json': { schema } } }
}

function security({ access }: Operation): Json[] {
  return access === 'public' ? [] : [{ session: [] }, { token: [] }]
}

function describe(operation: Operation, schemas: JsonSchemas): Json {
  const { summary, description, permission, body, consumes } = operation
  const rights = permission ? `Needs the permission \`${permission}\`.` : undefined
  return {
    operationId: operation.route.replace(/\W+/g, '_').replace(/_$/, '').toLowerCase(),
    tags: [operation.path.split('/')[1]],
    summary,
    ...(description || rights
      ? { description: [description, rights].filter(Boolean).join('\n\n') }
      : {}),
    parameters: parameters(operation, schemas),
    ...(body && consumes !== 'stream' ? { requestBody: requestBody(schemas.of(body)) } : {}),
    responses: responses(operation, schemas),
    security: security(operation),
  }
}

/** The OpenAPI 3.1 description of all operations; the typed client and the reference come from it. */
export function describeApi(operations: Operation[]): Json {
  const schemas = new JsonSchemas()
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = `/api${operation.path}`
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, schemas) }
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#',
    info: {
      title: 'Crossdock',
      version: kernelVersion,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { ...components, schemas: { ...components.schemas, ...schemas.named } },
  }
}
