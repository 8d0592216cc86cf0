import { kernelVersion } from '../plugin/graph.js'
import type { Operation, Validator } from './operation.js'

type Json = Record<string, unknown>

const problem = { $ref: '#/components/responses/Problem' }

const components = {
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'crossdock_session' },
    token: { type: 'http', scheme: 'bearer' },
  },
  schemas: {
    Problem: {
      type: 'object',
      description: 'RFC 9457 problem details.',
      required: ['type', 'title', 'status', 'code', 'message', 'errors'],
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        detail: { type: 'string' },
        instance: { type: 'string' },
        code: { type: 'string', description: 'Stable word for programs.' },
        requestId: { type: ['string', 'null'] },
        message: { type: 'string', description: 'A sentence a person can act on.' },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'rule', 'message'],
            properties: {
              field: { type: 'string' },
              rule: { type: 'string' },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  },
  responses: {
    Problem: {
      description: 'The request was refused.',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
}

function text(name: string, where: 'path' | 'query' | 'header', description?: string): Json {
  return {
    name,
    in: where,
    required: where === 'path',
    schema: { type: 'string' },
    ...(description ? { description } : {}),
  }
}

function queryParameters(validator: Validator | undefined): Json[] {
  if (!validator) return []
  const { properties = {}, required = [] } = validator.toJSONSchema() as {
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

function parameters(operation: Operation): Json[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => text(name!, 'path'))
  return [...inPath, ...queryParameters(operation.query), ...listParameters(operation)]
}

function answer({ response, list, status, method }: Operation): Json {
  const item = response?.toJSONSchema() ?? {}
  const schema = list ? { type: 'array', items: item } : item
  const code = String(status ?? (response || list || method === 'GET' ? 200 : 204))
  const content = code === '204' ? {} : { content: { 'application/json': { schema } } }
  return { [code]: { description: 'Done.', ...content }, default: problem }
}

function security({ access }: Operation): Json[] {
  return access === 'public' ? [] : [{ session: [] }, { token: [] }]
}

function describe(operation: Operation): Json {
  const { summary, description, permission, body, consumes } = operation
  const rights = permission ? `Needs the permission \`${permission}\`.` : undefined
  return {
    operationId: operation.route.replace(/\W+/g, '_').replace(/_$/, '').toLowerCase(),
    tags: [operation.path.split('/')[1]],
    summary,
    ...(description || rights
      ? { description: [description, rights].filter(Boolean).join('\n\n') }
      : {}),
    parameters: parameters(operation),
    ...(body && consumes !== 'stream'
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body.toJSONSchema() } },
          },
        }
      : {}),
    responses: answer(operation),
    security: security(operation),
  }
}

/** The OpenAPI 3.1 description of all operations; the typed client and the reference come from it. */
export function describeApi(operations: Operation[]): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = `/api${operation.path}`
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) }
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
    components,
  }
}
