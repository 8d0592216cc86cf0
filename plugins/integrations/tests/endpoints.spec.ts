import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { addEndpoint, connect, type ShownEndpoint, type ShownLog } from './fixtures.js'
import { Partner } from './partner.js'

interface TestReply {
  success: boolean
  statusCode: number | null
  duration: number
  message: string
  requestData: Record<string, unknown>
  responseData: Record<string, unknown> | null
}

const endpoints = '/api/integrations/endpoints'

test.group('API endpoints', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant
  let partner: Partner

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    partner = await Partner.start()
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  const tryOut = (id: string, body?: object) =>
    app.ok<TestReply>('POST', `${endpoints}/${id}/test`, {
      as: acme.admin,
      ...(body ? { body } : {}),
    })
  const logs = (query: string) =>
    app.ok<ShownLog[]>('GET', `/api/integrations/logs?${query}`, { as: acme.admin })

  test('an endpoint is added, listed, changed and deleted', async ({ assert }) => {
    const as = acme.admin
    const system = await connect(app, as)
    const endpoint = await addEndpoint(app, as, system.id, {
      requestSchema: {
        headers: { 'X-Site': 'hamburg' },
        queryParams: { a: 1 },
        body: { b: [null] },
      },
      responseSchema: { expectedStatus: [200, 201] },
      fieldMapping: { fileMetadata: { 'doc.name': 'name' } },
    })
    assert.deepInclude(endpoint, {
      systemId: system.id,
      tenantId: acme.id,
      name: 'Create order',
      path: '/orders',
      method: 'POST',
      endpointType: 'outbound',
      triggers: ['file_upload'],
      requestSchema: {
        headers: { 'X-Site': 'hamburg' },
        queryParams: { a: 1 },
        body: { b: [null] },
      },
      responseSchema: { expectedStatus: [200, 201] },
      fieldMapping: { fileMetadata: { 'doc.name': 'name' } },
      isActive: true,
    })
    const own = `/api/integrations/systems/${system.id}/endpoints`
    assert.deepEqual(await app.ok<ShownEndpoint[]>('GET', own, { as }), [endpoint])

    const plain = await addEndpoint(app, as, system.id, { name: 'Plain' })
    assert.deepEqual(plain.responseSchema, { expectedStatus: [200] })

    const path = `${endpoints}/${endpoint.id}`
    const changed = await app.ok<ShownEndpoint>('PUT', path, { as, body: { isActive: false } })
    assert.deepInclude(changed, {
      isActive: false,
      path: '/orders',
      requestSchema: endpoint.requestSchema,
    })
    assert.equal((await app.call('DELETE', path, { as })).status, 204)
    assert.equal((await app.call('PUT', path, { as, body: {} })).status, 404)
  })

  test('field names that shadow inherited properties are kept', async ({ assert }) => {
    const as = acme.admin
    const system = await connect(app, as)
    const fieldMapping = { fileMetadata: { toString: 'name', constructor: 'size' } }
    const endpoint = await addEndpoint(app, as, system.id, { fieldMapping })
    const path = `${endpoints}/${endpoint.id}`
    const changed = await app.ok<ShownEndpoint>('PUT', path, { as, body: { name: 'Renamed' } })
    assert.deepEqual(changed, { ...endpoint, name: 'Renamed', updatedAt: changed.updatedAt })
    assert.equal(JSON.stringify(changed.fieldMapping), JSON.stringify(fieldMapping))
  })

  test('invalid input is refused and names its field: {field}')
    .with([
      { field: 'path', part: { path: 'https://evil.example/' } },
      { field: 'path', part: { path: '//evil.example' } },
      { field: 'path', part: { path: '/a/../../b' } },
      { field: 'path', part: { path: '/..%2fadmin' } },
      { field: 'path', part: { path: '/%252e%252e%5cadmin' } },
      { field: 'path', part: { path: '/a\r\nb' } },
      { field: 'name', part: { name: '\u3164\ufe0f' } },
      { field: 'method', part: { method: 'TRACE' } },
      { field: 'endpointType', part: { endpointType: 'sideways' } },
      { field: 'triggers.0', part: { triggers: ['midnight'] } },
      { field: 'requestSchema', part: { requestSchema: '{"headers":' } },
      { field: 'requestSchema.headers', part: { requestSchema: { headers: 'X-A: 1' } } },
      { field: 'requestSchema.headers', part: { requestSchema: { headers: { 'X A': '1' } } } },
      {
        field: 'requestSchema.headers',
        part: { requestSchema: { headers: { hOst: 'evil.test' } } },
      },
      {
        field: 'responseSchema.expectedStatus.0',
        part: { responseSchema: { expectedStatus: [700] } },
      },
      { field: 'fieldMapping', part: { fieldMapping: '[' } },
      {
        field: 'fieldMapping.fileMetadata',
        part: { fieldMapping: { fileMetadata: { 'a..b': 'c' } } },
      },
    ])
    .run(async ({ assert }, { field, part }) => {
      const system = await connect(app, acme.admin)
      const good = { name: 'E', path: '/', method: 'GET', endpointType: 'outbound', triggers: [] }
      const path = `/api/integrations/systems/${system.id}/endpoints`
      const body = { ...good, ...part }
      const reply = await app.call<{ errors: { field: string }[] }>('POST', path, {
        as: acme.admin,
        body,
      })
      assert.equal(reply.status, 422)
      assert.include(
        reply.body.errors.map((error) => error.field),
        field
      )
    })

  test('the test action sends the real request and logs it once, without secrets', async ({
    assert,
  }) => {
    const as = acme.admin
    const system = await connect(app, as, {
      baseUrl: `${partner.url}/api`,
      authType: 'apikey',
      // Red when secretsIn() omits the headers.
      authConfig: { apiKey: 'k3y-s3cr3t', headers: { 'X-Route': 'r0ute-s3cr3t' } },
    })
    const endpoint = await addEndpoint(app, as, system.id, {
      path: '/orders/{orderId}',
      requestSchema: { body: { title: '{file.name}', password: 'in the body' } },
      responseSchema: { expectedStatus: [201] },
    })
    partner.answers((request, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json', 'Set-Cookie': 'sid=abc' })
      const { 'x-api-key': echo, 'x-route': route } = request.headers
      response.end(JSON.stringify({ echo, route, odd: 'a\u0000b\ud800' }))
    })
    const reply = await tryOut(endpoint.id, { params: { orderId: 'A/7', note: null } })
    assert.deepInclude(reply, { success: true, statusCode: 201 })
    assert.isAtLeast(reply.duration, 0)

    const [sent] = partner.received
    assert.equal(sent?.url, '/api/orders/A%2F7')
    assert.equal(sent?.headers['x-api-key'], 'k3y-s3cr3t')
    assert.deepEqual(JSON.parse(String(sent?.body)), {
      title: 'crossdock-test.txt',
      password: 'in the body',
    })

    const rows = await logs(`filter=${JSON.stringify({ endpointId: endpoint.id })}`)
    assert.lengthOf(rows, 1)
    assert.deepInclude(rows[0], {
      status: 'success',
      statusCode: 201,
      systemId: system.id,
      workflowId: null,
      errorMessage: null,
    })
    assert.deepEqual(rows[0]?.responseData, reply.responseData)
    const masked = '••••••••'
    const odd = 'a\ufffdb\ufffd'
    assert.deepInclude(reply.responseData?.body, { echo: masked, route: masked, odd })
    assert.notMatch(JSON.stringify([reply, rows]), /k3y-s3cr3t|r0ute-s3cr3t|in the body|sid=abc/)
  })

  test('a failing test says what happened: {says}')
    .with([
      { says: 'answered 500', status: 500, part: {} },
      { says: 'answered 204 No Content; expected 200', status: 204, part: {} },
      { says: '{orderId} and has none', status: 200, part: { path: '/{orderId}' } },
      { says: 'is inactive', status: 200, part: { isActive: false } },
    ])
    .run(async ({ assert }, { says, status, part }) => {
      const system = await connect(app, acme.admin, { baseUrl: partner.url })
      const endpoint = await addEndpoint(app, acme.admin, system.id, part)
      partner.answers((_, response) => response.writeHead(status).end())
      const reply = await tryOut(endpoint.id)
      assert.isFalse(reply.success)
      assert.include(reply.message, says)
      const rows = await logs(`filter=${JSON.stringify({ endpointId: endpoint.id })}`)
      assert.deepEqual(
        rows.map((row) => [row.status, row.errorMessage]),
        [['error', reply.message]]
      )
    })

  // Red when makeCall() does not check whether the system is active.
  test('an inactive system is not called', async ({ assert }) => {
    const system = await connect(app, acme.admin, { baseUrl: partner.url, isActive: false })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    partner.answers((_, response) => response.end())
    const reply = await tryOut(endpoint.id)
    assert.isFalse(reply.success)
    assert.include(reply.message, 'is inactive')
    assert.lengthOf(partner.received, 0)
  })

  // Red when makeCall() masks only the stored credentials.
  test('a fetched token is masked', async ({ assert }) => {
    const system = await connect(app, acme.admin, {
      baseUrl: partner.url,
      authType: 'oauth2',
      authConfig: { clientId: 'c', clientSecret: 's3cr3t-of-client' },
    })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    partner.answers(({ url, headers }, response) => {
      const answer = url.startsWith('/oauth')
        ? { access_token: 'f3tched-t0ken' }
        : { echo: `it was ${headers.authorization?.split(' ')[1]}` }
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(answer))
    })
    const reply = await tryOut(endpoint.id)
    assert.isTrue(reply.success)
    const rows = await logs(`filter=${JSON.stringify({ endpointId: endpoint.id })}`)
    assert.deepEqual(reply.responseData?.body, { echo: 'it was ••••••••' })
    assert.notInclude(JSON.stringify([reply, rows]), 'f3tched-t0ken')
  })

  // Red when the message of a redirect is not masked.
  test('the target of a redirect is reported without secrets', async ({ assert }) => {
    const system = await connect(app, acme.admin, {
      baseUrl: partner.url,
      authConfig: { accessToken: 's3cr3t/t0ken' },
    })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    partner.answersJson({}, 302, { Location: '/login/s3cr3t%2Ft0ken?back=s3cr3t/t0ken' })
    const { message } = await tryOut(endpoint.id)
    assert.include(message, 'It redirects to /login/••••••••?back=••••••••, and')
  })

  // Red when the message looks like a name with its secret, which is masked.
  test('the reason of a refused token is shown completely', async ({ assert }) => {
    const system = await connect(app, acme.admin, {
      name: 'Harbour customs',
      baseUrl: partner.url,
      authType: 'oauth2',
      authConfig: { clientId: 'c', clientSecret: 's3cr3t-of-client' },
    })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    partner.answersJson({ error: 'invalid_client' }, 401)
    const { host } = new URL(partner.url)
    assert.equal(
      (await tryOut(endpoint.id)).message,
      `${host} answered 401 (invalid_client) and gave no access token. Check client ID, client secret and token address of Harbour customs.`
    )
  })

  test('addresses that the operator did not open are not called', async ({ assert }) => {
    const system = await connect(app, acme.admin, { baseUrl: 'http://169.254.169.254/latest' })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    const reply = await tryOut(endpoint.id)
    assert.isFalse(reply.success)
    assert.include(reply.message, 'the operator has not opened')
  })

  test('long answers are cut in the log, and a secret at the cut is not partly shown', async ({
    assert,
  }) => {
    const secret = 'k3y-s3cr3t-k3y-s3cr3t'
    const system = await connect(app, acme.admin, {
      baseUrl: partner.url,
      authConfig: { accessToken: secret },
    })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    partner.answers((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' })
      response.end('x'.repeat(16 * 1024 - 8) + secret + 'y'.repeat(500_000))
    })
    await tryOut(endpoint.id)
    const [row] = await logs(`filter=${JSON.stringify({ endpointId: endpoint.id })}`)
    type Cut = { body: { truncated: boolean; size: number; preview: string } }
    const { body } = row!.responseData as Cut
    assert.isTrue(body.truncated)
    assert.equal(body.size, 16 * 1024 - 8 + secret.length + 500_000)
    assert.isAtMost(body.preview.length, 16 * 1024)
    assert.notInclude(body.preview, 'k3y')
  })

  test('logs are found by part of the execution id and by status, newest first', async ({
    assert,
  }) => {
    const system = await connect(app, acme.admin, { baseUrl: partner.url })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    partner.answers((_, response) =>
      response.writeHead(partner.received.length === 1 ? 200 : 503).end()
    )
    await tryOut(endpoint.id)
    await tryOut(endpoint.id)
    const filter = `filter=${JSON.stringify({ endpointId: endpoint.id })}`
    const [second, first] = await logs(filter)
    assert.deepEqual([first?.status, second?.status], ['success', 'error'])
    const part = first!.executionId.slice(-8).toUpperCase()
    assert.deepEqual(
      (await logs(`search=${part}`)).map(({ id }) => id),
      [first!.id]
    )
    assert.deepEqual(
      (await logs(`search=${part}&status=error`)).map(({ id }) => id),
      []
    )
    assert.deepEqual(await logs('search=%25'), [])
    const shown = await app.ok<ShownLog>('GET', `/api/integrations/logs/${first!.id}`, {
      as: acme.admin,
    })
    assert.deepEqual(shown, first)
    const read = await app.ok<object>('GET', `/api/integrations/endpoints/${endpoint.id}`, {
      as: acme.admin,
    })
    assert.containSubset(read, { id: endpoint.id, systemId: system.id })
    const between = (bounds: object) =>
      logs(`endpointId=${endpoint.id}&${new URLSearchParams({ ...bounds })}`)
    const ids = (rows: ShownLog[]) => rows.map(({ id }) => id)
    assert.deepEqual(ids(await between({ before: second!.createdAt })), [first!.id])
    const later = { after: second!.createdAt.replace('Z', '+00:00') }
    assert.deepEqual(ids(await between(later)), [second!.id])
    assert.deepEqual(await between({ ...later, before: second!.createdAt }), [])
    const wrong = await app.call('GET', '/api/integrations/logs?status=lost', { as: acme.admin })
    assert.equal(wrong.status, 400)
    assert.deepEqual(await app.ok('GET', '/api/integrations/logs', { as: globex.admin }), [])
  })

  test('another tenant can neither change, delete nor test an endpoint', async ({ assert }) => {
    const system = await connect(app, acme.admin, { baseUrl: partner.url })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    partner.answersJson({})
    const path = `${endpoints}/${endpoint.id}`
    const as = globex.admin
    assert.equal((await app.call('PUT', path, { as, body: { name: 'Taken' } })).status, 404)
    assert.equal((await app.call('DELETE', path, { as })).status, 404)
    assert.equal((await app.call('POST', `${path}/test`, { as })).status, 404)
    assert.lengthOf(partner.received, 0)
    assert.deepEqual(await app.ok('GET', endpoints, { as }), [])
  })

  test('the statistics count only systems and endpoints of the own tenant', async ({ assert }) => {
    const { admin } = await app.tenant('umbrella')
    const system = await connect(app, admin)
    await connect(app, admin, { isActive: false })
    await addEndpoint(app, admin, system.id)
    await addEndpoint(app, admin, system.id, { isActive: false })
    await addEndpoint(app, admin, system.id)
    assert.deepEqual(await app.ok('GET', '/api/integrations/stats', { as: admin }), {
      connectedSystems: 2,
      activeSystems: 1,
      totalEndpoints: 3,
      activeEndpoints: 2,
      totalWorkflows: 0,
      activeWorkflows: 0,
      executionsToday: 0,
      successRate: null,
    })
    const metrics = await app.ok<{ integrations: number }>('GET', '/api/dashboard/metrics', {
      as: admin,
    })
    assert.equal(metrics.integrations, 2)
  })
})
