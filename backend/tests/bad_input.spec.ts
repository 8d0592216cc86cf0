import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import { complain, EveryRoute, pathOf, unknownId, type ProblemBody } from './matrix/every_route.js'
import { sampleBody, withItem } from './matrix/sample.js'
import { fieldsOf, wrongFor } from './matrix/wrong_values.js'

test.group('Bad input on every route', (group) => {
  let every: EveryRoute
  let app: TestApp
  let acme: TestTenant
  let operations: Operation[]

  group.setup(async () => {
    every = await EveryRoute.boot()
    ;({ app, acme, operations } = every)
    return () => app.stop()
  })

  const send: EveryRoute['send'] = (...asked) => every.send(...asked)
  const writing = () =>
    operations.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))

  test('a field of the wrong type is a 422 that names it', async ({ assert }) => {
    const found: string[] = []
    for (const operation of every.withBody) {
      const schema = operation.body!.toJSONSchema()
      const valid = sampleBody(schema, acme.id)
      for (const { path, type } of fieldsOf(schema)) {
        const reply = await send(operation, withItem(valid, path, wrongFor(type)))
        const name = path.join('.')
        const foreignTenant = name === 'tenantId' && reply.status === 403
        const limited = reply.status === 429
        const named = reply.body.errors?.some(({ field }) => field.startsWith(name))
        if (!foreignTenant && !limited && !(reply.status === 422 && named)) {
          complain(found, operation, `wrong ${name}`, reply)
        }
      }
    }
    assert.deepEqual(found, [])
  })

  const json = { 'content-type': 'application/json' }
  const readingJson = () =>
    writing().filter(({ reads = 'json', body, streams }) => reads === 'json' && (body || !streams))

  for (const share of [0, 1]) {
    test(`bodies of two MiB: share ${share + 1} of 2 of all routes`, async ({ assert }) => {
      const found: string[] = []
      const body = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) })
      // The specs of imports cover operations that accept larger documents.
      const bounded = readingJson().filter(({ maxBytes = 0 }) => maxBytes <= 2 * 1024 * 1024)
      for (const operation of bounded.filter((_, index) => index % 2 === share)) {
        const reply = await send(operation, body, json)
        if (reply.status !== 413) complain(found, operation, 'two MiB', reply)
      }
      assert.deepEqual(found, [])
    })
  }

  test('bodies that are not a JSON object', async ({ assert }) => {
    const found: string[] = []
    for (const operation of readingJson()) {
      const cases: [what: string, body: string, expected: number[], headers?: object][] = [
        ['malformed JSON', '{"name": ', [400]],
        ['bytes that are not UTF-8', '\u00ff', [400]],
        ['a form', 'name=x', [415], { 'content-type': 'application/x-www-form-urlencoded' }],
        ...(operation.body
          ? ([
              ['a list', '[]', [422]],
              ['a text', '"x"', [422]],
              ['null', 'null', [422]],
            ] as [string, string, number[]][])
          : []),
      ]
      for (const [what, body, expected, headers] of cases) {
        const reply = await send(operation, body, { ...json, ...headers })
        if (!expected.includes(reply.status)) complain(found, operation, what, reply)
      }
    }
    assert.deepEqual(found, [])
  })

  test('bodies that are not a form, where a form is read', async ({ assert }) => {
    const found: string[] = []
    for (const operation of writing().filter(({ reads }) => reads === 'form')) {
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const json = { 'content-type': 'application/json' }
      const cases: [what: string, body: string, expected: number, headers: typeof form][] = [
        ['JSON', '{}', 415, json],
        ['malformed JSON', '{"name": ', 415, json],
        ['nothing', '', 422, form],
        ['JSON called a form', '{"name":"x"}', 422, form],
        ['an invalid name', '%00%zz=x', 422, form],
        ['two MiB', `name=${'x'.repeat(2 * 1024 * 1024)}`, 413, form],
      ]
      for (const [what, body, expected, headers] of cases) {
        const reply = await send(operation, body, headers)
        if (reply.status !== expected) complain(found, operation, what, reply)
      }
    }
    assert.deepEqual(found, [])
  })

  for (const share of [0, 1]) {
    test(`unknown ids are a 404: share ${share + 1} of 2 of all routes`, async ({ assert }) => {
      const found: string[] = []
      const named = operations.filter(({ path }) => path.includes('{'))
      for (const operation of named.filter((_, index) => index % 2 === share)) {
        const body = operation.body ? sampleBody(operation.body.toJSONSchema(), acme.id) : undefined
        for (const id of [unknownId, 'x', '%00', "' or 1=1 --", 'x'.repeat(300), '..%2f..']) {
          const reply = await send(
            operation,
            // Operations that accept only streams accept none of these bodies.
            operation.method === 'GET' || (!operation.body && operation.streams)
              ? undefined
              : (body ?? {}),
            {},
            pathOf(operation, id)
          )
          // An invalid body may be reported first.
          const expected = operation.body ? [404, 422] : [404]
          if (operation.access !== 'public' && !expected.includes(reply.status))
            complain(found, operation, `id ${id.slice(0, 20)}`, reply)
          if (reply.status >= 500) complain(found, operation, `id ${id.slice(0, 20)}`, reply)
        }
      }
      assert.deepEqual(found, [])
    })
  }

  test('unknown filters and sorts, and invalid ranges, are a 400', async ({ assert }) => {
    const found: string[] = []
    const queries = [
      'filter={"nonsense":1}',
      'nonsense=1',
      'filter=[]',
      'filter={',
      'sort=["nonsense","ASC"]',
      'sort=["id","SIDEWAYS"]',
      'sort=name',
      'range=[5,1]',
      'range=[0,5000]',
      'range=[-1,5]',
      'range=all',
      'limit=0',
      'limit=1001',
      'limit=many',
      'filter={"id":{"a":1}}',
      'filter={"constructor":"x"}',
    ]
    for (const operation of operations.filter(({ list }) => list)) {
      for (const query of queries) {
        const reply = await send(operation, undefined, {}, `${pathOf(operation)}?${query}`)
        const expected = operation.path.includes('{') ? [400, 404] : [400]
        if (!expected.includes(reply.status)) complain(found, operation, query, reply)
      }
    }
    assert.deepEqual(found, [])
  })

  test('no search term causes a 5xx', async ({ assert }) => {
    const found: string[] = []
    for (const operation of operations.filter(({ list }) => list)) {
      const terms = [
        '%00',
        "'",
        '\\',
        '%25_',
        '%F0%9F%92%A9',
        '\\"',
        '*',
        '[',
        '(',
        '%5Cud800',
        '%20',
        'a%20*',
      ]
      for (const value of [...terms, '%20%20%20', 'x OR \\"y', 'NEAR(', 'x'.repeat(1_000)]) {
        const search = `${pathOf(operation)}?filter=${encodeURIComponent('{"search":"')}${value}${encodeURIComponent('"}')}`
        const reply = await send(operation, undefined, {}, search)
        if (reply.status >= 500) complain(found, operation, `search ${value}`, reply)
      }
    }
    assert.deepEqual(found, [])
  })

  test('a session without its CSRF token, or with a stale one, is refused', async ({ assert }) => {
    const other = await app.signIn('editor@acme.example', 'acme')
    const { cookie } = acme.admin.headers
    const tokens = [undefined, 'stale', other.headers['x-xsrf-token']]
    const found: string[] = []
    for (const operation of writing().filter(({ access }) => access !== 'public')) {
      for (const token of tokens) {
        const headers = { cookie: cookie!, ...(token ? { 'x-xsrf-token': token } : {}) }
        const reply = await app.call<ProblemBody>(operation.method, pathOf(operation), {
          body: {},
          headers,
        })
        if (reply.status !== 403 || reply.body.code !== 'E_CSRF')
          complain(found, operation, `CSRF ${token}`, reply)
      }
    }
    assert.deepEqual(found, [])
  })

  test('without a session or with a wrong token only public operations work', async ({
    assert,
  }) => {
    const found: string[] = []
    for (const operation of operations.filter(({ access }) => access !== 'public')) {
      for (const headers of [
        {},
        { cookie: 'crossdock_session=nonsense' },
        { authorization: 'Bearer cdk_nonsense' },
        { authorization: 'Bearer' },
        { authorization: 'Basic eDp4' },
      ] as Record<string, string>[]) {
        const reply = await app.call(operation.method, pathOf(operation), {
          body: ['GET', 'HEAD'].includes(operation.method) ? undefined : {},
          headers,
        })
        if (reply.status !== 401) complain(found, operation, JSON.stringify(headers), reply)
      }
    }
    assert.deepEqual(found, [])
  })

  test('every refusal is a problem document with a sentence and no stack trace', async ({
    assert,
  }) => {
    for (const [method, path] of [
      ['GET', '/api/unknown'],
      ['GET', '/api/tenants'],
      ['POST', '/api/assets'],
      ['DELETE', '/api/assets/unknown'],
    ] as const) {
      const reply = await app.call<ProblemBody & { requestId: string }>(method, path, {
        as: acme.viewer,
        body: method === 'POST' ? {} : undefined,
      })
      assert.match(reply.headers.get('content-type')!, /^application\/problem\+json/)
      assert.equal(reply.body.status, reply.status)
      assert.match(reply.body.code, /^E_[A-Z_]+$/)
      assert.match(reply.body.message, /^[A-Z].*\.$/s)
      assert.isNotEmpty(reply.body.requestId)
      assert.notMatch(JSON.stringify(reply.body), /\bat .*\.(ts|js):\d+/)
    }
  })
})
