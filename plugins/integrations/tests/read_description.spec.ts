import { test } from '@japa/runner'
import type { Plan, PlannedOperation, ReadingChoices } from '../definitions/plan.js'
import { prepareTemplates } from '../imports/prepared.js'
import { readDescription } from '../imports/reading/read_description.js'
import { oneOperation, parcels, ref } from './descriptions.js'

const read = async (document: unknown, choices: ReadingChoices = {}): Promise<Plan> =>
  prepareTemplates(
    readDescription(typeof document === 'string' ? document : JSON.stringify(document), choices)
  )

const only = async (...given: Parameters<typeof read>): Promise<PlannedOperation> =>
  (await read(...given)).operations[0]!

const codes = ({ findings }: Pick<Plan, 'findings'>) => findings.map(({ code }) => code)

test.group('Reading OpenAPI descriptions', () => {
  test('a description becomes a system with operations', async ({ assert }) => {
    const plan = await read(parcels())
    assert.deepEqual(plan.system, {
      name: 'Parcel API',
      description: 'Orders and labels.',
      baseUrl: 'https://parcels.example/api',
      authType: 'apikey',
      authConfig: { headers: { 'X-Parcel-Key': '{apiKey}' } },
    })
    assert.deepEqual(plan.findings, [])
    const [create, list, get, cancel] = plan.operations
    assert.deepInclude(create!, {
      key: 'createShipment',
      group: 'Shipments',
      name: 'Create a shipment',
      method: 'POST',
      path: '/shipments',
      // Contains only required fields, and none that only the external system writes.
      requestSchema: { body: { receiver: 'Harbor Foods', weight: 0.5 } },
      findings: [],
    })
    assert.deepEqual(create!.responseSchema, {
      expectedStatus: [201],
      body: { id: 'text', receiver: 'Harbor Foods', weight: 0.5, note: 'text' },
    })
    assert.deepEqual(list!.requestSchema, { queryParams: { site: '{site}' } })
    assert.equal(get!.path, '/shipments/{id}')
    assert.equal(cancel!.name, 'cancelShipment')
  })

  test('reads YAML, also with a byte order mark', async ({ assert }) => {
    const { stringify } = await import('yaml')
    const inJson = await read(parcels())
    assert.deepEqual(await read(stringify(parcels())), inJson)
    assert.deepEqual(await read(`\uFEFF${JSON.stringify(parcels())}`), inJson)
  })

  test('reads servers, bodies and keys of Swagger 2.0', async ({ assert }) => {
    const plan = await read({
      swagger: '2.0',
      info: { title: 'Depot', version: '1' },
      host: 'depot.example',
      basePath: '/v1',
      schemes: ['http', 'https'],
      consumes: ['application/json'],
      securityDefinitions: {
        app: { type: 'oauth2', flow: 'application', tokenUrl: 'https://depot.example/token' },
      },
      security: [{ app: [] }],
      definitions: { Slot: { type: 'object', properties: { gate: { type: 'integer' } } } },
      paths: {
        '/slots': {
          put: {
            parameters: [{ name: 'slot', in: 'body', schema: { $ref: '#/definitions/Slot' } }],
            responses: { 200: { schema: { $ref: '#/definitions/Slot' } } },
          },
          post: {
            parameters: [
              { name: 'gate', in: 'formData', type: 'integer', required: true },
              { name: 'note', in: 'formData', type: 'string' },
            ],
            responses: { 204: {} },
          },
        },
        '/papers': {
          post: {
            parameters: [{ name: 'scan', in: 'formData', type: 'file' }],
            responses: { 200: {} },
          },
        },
      },
    })
    assert.equal(plan.system.baseUrl, 'https://depot.example/v1')
    assert.equal(plan.system.authType, 'oauth2')
    assert.deepEqual(plan.system.authConfig, { tokenUrl: 'https://depot.example/token' })
    const [put, form, file] = plan.operations
    assert.deepEqual(put!.requestSchema, { body: { gate: 1 } })
    assert.deepEqual(put!.responseSchema.body, { gate: 1 })
    assert.deepEqual(form!.requestSchema, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: { gate: 1 },
    })
    assert.deepEqual(file!.bodyTypes, ['multipart/form-data'])
    assert.deepEqual(codes(file!), ['filePartNamed'])
  })

  test('keys are unique operationIds, else method and path as written', async ({ assert }) => {
    const plan = await read({
      ...oneOperation({}),
      paths: {
        '/files/{id}': { put: { operationId: 'twice', responses: { 200: {} } } },
        '/files/{id}#lock': { put: { operationId: 'twice', responses: { 200: {} } } },
        '/files/{id}?type=link': { put: { responses: { 200: {} } } },
      },
    })
    assert.deepEqual(
      plan.operations.map(({ key, path }) => [key, path]),
      [
        ['PUT /files/{id}', '/files/{id}'],
        ['PUT /files/{id}#lock', '/files/{id}'],
        ['PUT /files/{id}?type=link', '/files/{id}?type=link'],
      ]
    )
  })

  test('path parameters become placeholders, with any name', async ({ assert }) => {
    const path = '/{user}/{order id}/{a.b}/{plain}.json'
    const { path: template } = await only(oneOperation({}, { path }))
    const [user, order, dotted] = ['params.user', 'params["order id"]', 'params["a.b"]']
    assert.equal(template, `/{${user}}/{${order}}/{${dotted}}/{plain}.json`)
  })

  test('braces of samples are text', async ({ assert }) => {
    const examples = {
      name: 'Dear {name}',
      query: 'query{me{id}}',
      plain: 'a {b} c',
      double: '{{ x {y} }}',
      wrong: '{file.}',
    }
    const schema = { type: 'object', example: examples }
    const operation = { requestBody: { content: { 'application/json': { schema } } } }
    const planned = await only(oneOperation(operation, { method: 'post' }))
    const body = planned.requestSchema.body as Record<string, string>
    assert.equal(body.name, 'Dear {{name}}')
    assert.equal(body.query, 'query{me{{id}}}')
    assert.equal(body.wrong, '')
    assert.deepEqual(codes(planned), ['textsLeftOut'])
    const { fillDeep } = await import('../placeholders/values.js')
    const values = { file: null, user: {}, system: {}, params: { name: 'X', id: 'X' }, steps: {} }
    // Red when samples are stored unescaped: parameters of a step would be inserted.
    assert.deepEqual(fillDeep(body, values as never), { ...examples, wrong: '' })
  })

  test('an incomplete address becomes a finding', async ({ assert }) => {
    const servers = (url: string, variables = {}) => ({
      ...oneOperation({}),
      servers: [{ url, variables }],
    })
    const relative = await read(servers('/api/v2'))
    assert.isNull(relative.system.baseUrl)
    assert.deepEqual(relative.findings[0]!.params, { url: '/api/v2' })
    const sibling = await read(servers('../v2'), { url: 'https://a.example/docs/openapi.json' })
    assert.equal(sibling.system.baseUrl, 'https://a.example/v2')
    const none = await read({ ...oneOperation({}), servers: undefined })
    assert.include(codes(none), 'noServer')
    const host = { host: { default: 'your-domain' } }
    assert.isNull((await read(servers('https://{host}.example/v1', host))).system.baseUrl)
    const usual = { host: { default: 'eu' } }
    const filled = await read(servers('https://{host}.b.test/v1', usual))
    assert.equal(filled.system.baseUrl, 'https://eu.b.test/v1')
    assert.include(codes(filled), 'variablesFilled')
  })

  test('operations at another address need a separate system', async ({ assert }) => {
    const document = {
      ...oneOperation({}),
      paths: {
        '/a': { get: { responses: { 200: {} } } },
        '/b': { get: { responses: { 200: {} } } },
        '/up': { servers: [{ url: 'https://up.example' }], put: { responses: { 200: {} } } },
        '/deep': { get: { servers: [{ url: 'https://things.example/v2' }], responses: {} } },
      },
    }
    const plan = await read(document)
    assert.deepEqual(plan.operations.map(codes), [[], [], ['otherHost'], ['noAnswer']])
    assert.equal(plan.operations[3]!.path, '/v2/deep')
    const other = await read(document, { server: 'https://up.example' })
    assert.equal(other.system.baseUrl, 'https://up.example')
    assert.deepEqual(codes(other.operations[2]!), [])
    assert.deepEqual(codes(other.operations[0]!), ['otherHost'])
  })

  test('an address named by all paths is the base', async ({ assert }) => {
    const server = { servers: [{ url: 'https://api.example' }] }
    const paths = { '/a': { ...server, get: {} }, '/b': { ...server, get: {} } }
    const plan = await read({ ...oneOperation({}), servers: undefined, paths })
    assert.equal(plan.system.baseUrl, 'https://api.example')
  })

  test('the body type can be chosen', async ({ assert }) => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    const content = { 'application/xml': {}, 'application/json': { schema } }
    const document = oneOperation(
      { operationId: 'send', requestBody: { content } },
      { method: 'post' }
    )
    const usual = await only(document)
    assert.deepEqual(usual.bodyTypes, ['application/json', 'application/xml'])
    assert.deepEqual(codes(usual), ['severalBodyTypes'])
    const chosen = await only(document, { bodyTypes: { send: 'application/xml' } })
    assert.deepEqual(chosen.requestSchema, {
      headers: { 'Content-Type': 'application/xml' },
      body: '',
    })
  })

  const odd: [string, Record<string, unknown>, string, string[]][] = [
    ['a method that endpoints do not have', {}, 'head', ['methodUnknown']],
    ['an upgrade', { responses: { 101: {} } }, 'post', ['upgrades']],
    [
      'a stream of events',
      { responses: { 200: { content: { 'text/event-stream': {} } } } },
      'get',
      ['neverEnds'],
    ],
    ['no answer', { responses: { default: {} } }, 'get', ['noAnswer']],
    [
      'several files',
      {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                properties: {
                  a: { type: 'string', format: 'binary' },
                  b: { type: 'string', format: 'binary' },
                },
              },
            },
          },
        },
      },
      'post',
      ['severalFiles'],
    ],
    [
      'a file as the body',
      { requestBody: { content: { 'application/octet-stream': {} } } },
      'put',
      ['sendsFile'],
    ],
    ['an unknown scheme', { security: [{ other: [] }] }, 'get', ['otherAuthentication']],
  ]
  for (const [name, operation, method, expected] of odd) {
    test(`finding: ${name}`, async ({ assert }) => {
      assert.deepEqual(codes(await only(oneOperation(operation, { method }))), expected)
    })
  }

  test('invalid but readable documents are imported', async ({ assert }) => {
    const schema = {
      type: 'object',
      properties: { $ref: { type: 'string' }, odd: { type: 'money' }, none: null },
    }
    const body = { requestBody: { content: { 'application/json': { schema } } } }
    const planned = await only(oneOperation(body, { method: 'post' }))
    assert.deepEqual(planned.requestSchema.body, { $ref: 'text', odd: 'text' })
    assert.deepEqual(planned.findings[0]!.params, { names: 'money' })
  })

  test('other names for JSON Schema types are read', async ({ assert }) => {
    const properties = {
      count: { type: 'Integer' },
      price: { type: 'double' },
      ready: { type: 'bool' },
      day: { type: 'date' },
      any: { type: 'any' },
      open: {},
      all: true,
      nothing: { type: 'null' },
      either: { type: ['null', 'long'] },
      level: { type: 'string', enum: [3, 5] },
      scan: { type: 'file' },
      code: { type: 'string', minLength: 6 },
      more: { type: 'integer', exclusiveMinimum: 4 },
      old: { type: 'integer', minimum: 4, exclusiveMinimum: true },
      tags: { type: 'array', items: { type: 'str' }, minItems: 2 },
    }
    const schema = { type: 'object', properties, required: 'count' }
    const body = { requestBody: { content: { 'application/json': { schema } } } }
    const planned = await only(oneOperation(body, { method: 'post' }))
    assert.deepEqual(planned.requestSchema.body, {
      count: 1,
      price: 1,
      ready: true,
      day: '2026-01-31',
      any: 'text',
      open: 'text',
      all: 'text',
      nothing: null,
      either: 1,
      level: 3,
      scan: 'text',
      code: 'text..',
      more: 5,
      old: 5,
      tags: ['text', 'text'],
    })
    assert.deepEqual(codes(planned), [])
  })

  test('YAML numbers are accepted as versions, names and codes', async ({ assert }) => {
    const plan = await read(
      'openapi: 3.0\ninfo: {title: 7, version: 1.5}\npaths: {/a: {get: {tags: [4], responses: {200: {}}}}}'
    )
    assert.deepInclude(plan, { format: '3', title: '7', version: '1.5' })
    assert.deepInclude(plan.operations[0]!, {
      group: '4',
      responseSchema: { expectedStatus: [200] },
    })
    const old = await read('swagger: 2.0\npaths: {/a: {get: {responses: {204: {}}}}}')
    assert.deepEqual(old.operations[0]!.responseSchema, { expectedStatus: [204] })
  })

  test('keywords that a body ignores are reported', async ({ assert }) => {
    const properties = { code: { type: 'string', pattern: '^[A-Z]{3}$' } }
    const schema = { type: 'object', properties, dependentRequired: { code: ['id'] } }
    const of = (more: object) =>
      only(
        oneOperation(
          { requestBody: { content: { 'application/json': { schema, ...more } } } },
          { method: 'post' }
        )
      )
    const made = await of({})
    // Red when an ignored keyword is silently dropped.
    assert.deepEqual(codes(made), ['schemaUnmet'])
    assert.deepEqual(made.findings[0]!.params, { names: 'dependentRequired, pattern' })
    // The author of the description knows which example is valid.
    assert.deepEqual(codes(await of({ example: { code: 'ABC' } })), [])
  })

  test('webhooks of the other side are reported', async ({ assert }) => {
    const plan = await read({ ...oneOperation({}), webhooks: { arrived: { post: {} } } })
    const finding = plan.findings.find(({ code }) => code === 'webhooksLeftOut')
    assert.deepEqual(finding?.params, { count: 1, first: 'arrived' })
  })

  const oauth = (flows: object) => ({ type: 'oauth2', flows })
  const urls = { authorizationUrl: 'https://id.example/auth', tokenUrl: '/token' }
  const resolved = {
    authorizationUrl: urls.authorizationUrl,
    tokenUrl: 'https://things.example/token',
  }
  const ways: [name: string, scheme: object, type: string, config: object, found: string[]][] = [
    ['basic', { type: 'http', scheme: 'Basic' }, 'basic', {}, []],
    ['bearer', { type: 'http', scheme: 'bearer' }, 'bearer', {}, []],
    ['digest', { type: 'http', scheme: 'digest' }, 'digest', {}, []],
    ['a certificate', { type: 'mutualTLS' }, 'client_certificate', {}, []],
    ['a usual key', { type: 'apiKey', in: 'header', name: 'X-API-KEY' }, 'apikey', {}, []],
    ['a key in the query', { type: 'apiKey', in: 'query', name: 'k' }, 'none', {}, ['keyInQuery']],
    ['a key in a cookie', { type: 'apiKey', in: 'cookie', name: 'k' }, 'none', {}, ['keyInCookie']],
    [
      'an authorization code',
      oauth({ authorizationCode: urls }),
      'oauth2_code',
      { ...resolved, scope: 'read write' },
      ['personGrants'],
    ],
    [
      'an access code of Swagger',
      { type: 'oauth2', flow: 'accessCode', ...urls },
      'oauth2_code',
      { ...resolved, scope: 'read write' },
      ['personGrants'],
    ],
    [
      'client credentials and an authorization code',
      oauth({ authorizationCode: urls, clientCredentials: { tokenUrl: '/own' } }),
      'oauth2',
      { tokenUrl: 'https://things.example/own' },
      [],
    ],
    [
      'an authorization code without a token URL',
      oauth({ authorizationCode: { authorizationUrl: urls.authorizationUrl } }),
      'oauth2_code',
      { authorizationUrl: urls.authorizationUrl, scope: 'read write' },
      ['personGrants', 'tokenUrlAsked'],
    ],
    ['an unsafe flow', oauth({ password: {} }), 'bearer', {}, ['unknownFlow']],
    ['OpenID Connect', { type: 'openIdConnect' }, 'bearer', {}, ['tokenByHand']],
    ['another scheme', { type: 'http', scheme: 'hoba' }, 'none', {}, ['unknownAuthentication']],
  ]
  for (const [name, scheme, authType, authConfig, found] of ways) {
    test(`authentication: ${name}`, async ({ assert }) => {
      const plan = await read({
        ...oneOperation({ security: [{ own: ['read', 'write'] }] }),
        components: { securitySchemes: { own: scheme } },
      })
      assert.deepInclude(plan.system, { authType, authConfig })
      assert.deepEqual(codes(plan), found)
    })
  }

  test('references to other documents are reported and never followed', async ({ assert }) => {
    const schema = { $ref: 'file:///etc/hostname' }
    const body = { requestBody: { content: { 'application/json': { schema } } } }
    const plan = await read({
      ...oneOperation(body, { method: 'post' }),
      components: { schemas: { A: { $ref: 'https://elsewhere.example/a.json' } } },
    })
    const found = plan.findings.find(({ code }) => code === 'outsideReferences')
    assert.deepEqual(found?.params, { count: 1, first: 'file:///etc/hostname' })
    assert.deepEqual(plan.operations[0]!.requestSchema.body, {})
  })

  test('names of inherited properties are ordinary names', async ({ assert }) => {
    const schema = {
      type: 'object',
      properties: {
        toString: { type: 'string', format: 'constructor' },
        valueOf: { $ref: '#/constructor/name' },
        __proto__: null,
      },
    }
    const document = oneOperation(
      { requestBody: { content: { 'application/json': { schema } } } },
      { method: 'post', path: '/{constructor}' }
    )
    const planned = await only(document)
    assert.deepEqual({ ...(planned.requestSchema.body as object) }, { toString: 'text' } as never)
  })

  test('cycles end', async ({ assert }) => {
    const schemas = {
      Node: { type: 'object', properties: { name: { type: 'string' }, next: ref('Node') } },
      A: ref('B'),
      B: ref('A'),
    }
    const content = (name: string) => ({ 'application/json': { schema: ref(name) } })
    const operation = {
      requestBody: { content: content('Node') },
      responses: { 200: { content: content('A') } },
    }
    const document = { ...oneOperation(operation, { method: 'post' }), components: { schemas } }
    const planned = await only(document)
    assert.deepEqual(planned.requestSchema.body, { name: 'text' })
    assert.deepEqual(planned.responseSchema, { expectedStatus: [200] })
  })

  test('schemas that double on every level stay small', async ({ assert }) => {
    const schemas = Object.fromEntries(
      Array.from({ length: 26 }, (_, i) => [
        `S${i}`,
        { type: 'object', properties: { a: ref(`S${i + 1}`), b: ref(`S${i + 1}`) } },
      ])
    )
    const content = { 'application/json': { schema: ref('S0') } }
    const document = {
      ...oneOperation({ requestBody: { content } }, { method: 'post' }),
      components: { schemas },
    }
    // Red without a sample size limit: the sample would have 2^26 parts.
    assert.isBelow(JSON.stringify(await only(document)).length, 50_000)
  })
})

/** The error of a document that cannot be imported; undefined if it can be imported. */
function codeOf(document: string): string | undefined {
  try {
    readDescription(document, {})
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.group('Documents that cannot be read', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const hostile: [string, string, string][] = [
    ['no object', '[]', 'notAnObject'],
    ['something else', '{"name":"x"}', 'notOpenApi'],
    ['an old version', '{"swagger":"1.2"}', 'notOpenApi'],
    ['no operations', JSON.stringify({ openapi: '3.0.0', paths: {} }), 'noOperations'],
    ['broken JSON', '{"openapi":', 'notJson'],
    ['broken YAML', 'openapi: [', 'notYaml'],
    ['deep JSON', nested(20_000), 'tooDeep'],
    ['deep YAML', `a: ${'['.repeat(300)}${']'.repeat(300)}`, 'tooDeep'],
    [
      'aliases of aliases',
      [
        'a: &a [x, x]',
        ...'bcdefghijklmno'
          .split('')
          .map((n, i) => `${n}: &${n} [${`*${'abcdefghijklmn'[i]},`.repeat(9)}]`),
      ].join('\n'),
      'notYaml',
    ],
    ['YAML deeper than the stack', `a: ${'['.repeat(20_000)}`, 'tooDeep'],
    ['an alias that holds itself', 'openapi: &a [*a]', 'tooDeep'],
  ]
  for (const [name, document, code] of hostile) {
    test(name, async ({ assert }) => {
      assert.equal(codeOf(document), code)
    })
  }

  test('total work is limited', async ({ assert }) => {
    const schema = { allOf: Array.from({ length: 20 }, () => ref('S')) }
    const schemas = {
      S: {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 190 }, (_, i) => [`p${i}`, { type: 'string' }])
        ),
      },
    }
    const content = { 'application/json': { schema } }
    const operation = { requestBody: { content }, responses: { 200: { content } } }
    const paths = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`/p${i}`, { post: operation }])
    )
    const document = JSON.stringify({ ...oneOperation({}), paths, components: { schemas } })
    assert.equal(codeOf(document), 'tooMuchWork')
  }).tags(['long'])
})
