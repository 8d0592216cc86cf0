import type { Json } from '../shapes/json_schema.js'

/** A refused request. */
export const problem = { $ref: '#/components/responses/Problem' }

const page = { 'text/html': { schema: { type: 'string' } } }

/** Answers of operations with pages. */
export const pagedAnswer = {
  description: 'A page, or bytes.',
  content: { ...page, 'application/octet-stream': {} },
}
export const refusalInPages = {
  description: 'A page that says why, or problem details.',
  content: {
    ...page,
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
}

/** Sent on every answer to a call that counts against limits of its environment. */
export const rateLimitHeaders = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

/** Components shared by all operations. */
export const components = {
  parameters: {
    Tenant: text('X-Tenant', 'header', 'Id or subdomain; for a super administrator.'),
    Environment: text('X-Environment', 'header', 'Id or name of an environment of the tenant.'),
    IdempotencyKey: {
      ...text(
        'Idempotency-Key',
        'header',
        'A new UUID for each request; sent again with the same one, the same request is not carried out again but answered again, for 24 hours. Honored with a JSON body. Another request with the key is refused with 422, one that is under way, or whose answer was lost, with 409.'
      ),
      schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
    },
  },
  headers: {
    ContentRange: {
      description: 'Positions of the first and last row and the number of all: `assets 0-24/319`.',
      schema: { type: 'string' },
    },
    Location: {
      description: 'Address of the created resource.',
      schema: { type: 'string', format: 'uri-reference' },
    },
    RateLimit: {
      description:
        'On answers to calls by token: what is left of each limit (r), and in how many seconds it is full again (t): `"calls";r=12;t=31, "month";r=9000;t=86400`.',
      schema: { type: 'string' },
    },
    RateLimitPolicy: {
      description:
        'With RateLimit: how much each limit allows (q), and within how many seconds (w): `"calls";q=100;w=60`.',
      schema: { type: 'string' },
    },
    RetryAfter: {
      description: 'Seconds after which a refused request may be sent again, where waiting helps.',
      schema: { type: 'integer' },
    },
    IdempotencyReplayed: {
      description: 'There when this is the answer to an earlier request with the same key.',
      schema: { type: 'string', enum: ['true'] },
    },
  },
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'crossdock_session' },
    token: { type: 'http', scheme: 'bearer' },
  },
  schemas: {
    Problem: {
      type: 'object',
      description: 'RFC 9457 problem details.',
      required: [
        'type',
        'title',
        'status',
        'detail',
        'instance',
        'code',
        'requestId',
        'message',
        'params',
        'errors',
      ],
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        detail: { type: 'string' },
        instance: { type: 'string' },
        code: { type: 'string', description: 'Stable word for programs.' },
        requestId: { type: ['string', 'null'] },
        message: {
          type: 'string',
          description:
            'A sentence a person can act on, in the language of Accept-Language if installed.',
        },
        params: { $ref: '#/components/schemas/SentenceParams' },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'rule', 'message', 'params'],
            properties: {
              field: { type: 'string' },
              rule: { type: 'string' },
              message: { type: 'string' },
              params: { $ref: '#/components/schemas/SentenceParams' },
            },
          },
        },
      },
    },
    SentenceParams: {
      type: 'object',
      description: 'What the sentence names, by name: for programs that say it themselves.',
      additionalProperties: { type: ['string', 'number'] },
    },
  },
  responses: {
    Problem: {
      description: 'The request was refused.',
      headers: { ...rateLimitHeaders, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
}

/** A text parameter. */
export function text(name: string, where: 'path' | 'query' | 'header', description?: string): Json {
  return {
    name,
    in: where,
    required: where === 'path',
    schema: { type: 'string' },
    ...(description ? { description } : {}),
  }
}
