// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import {
  freePort,
  migratedDatabase,
  nextMail,
  ServerProcess,
  signIn,
  until,
} from '@crossdock/backend/testing'
import { call, type Caller } from '@crossdock/kernel/testing'
import { installed } from '../plugins.js'

interface Line {
  level: number
  log?: string
  event?: string
  outcome?: string
  code?: string
  actorId?: string | null
  email?: string
  tenantId?: string | null
  method?: string
  path?: string
  status?: number
  requestId?: string
  ip?: string
  target?: { type: string; id: string }
  payload?: Record<string, unknown>
}

const operator = 'admin@localhost'

test.group('Logs', (group) => {
  let server: ServerProcess

  group.setup(async () => {
    const database = await migratedDatabase(installed)
    const env = { LOG_LEVEL: 'info', ACCESS_LOG: 'true', ADMIN_EMAIL: operator }
    server = new ServerProcess(database, await freePort(), env)
    await server.start()
    return async () => {
      await server.kill()
      await database.remove()
    }
  })

  const jsonLines = () =>
    server.output
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
  const lines = (log: string) =>
    jsonLines()
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.log === log)
  const find = (log: string, wanted: Partial<Line>) =>
    until(`the line ${JSON.stringify(wanted)}`, () =>
      lines(log).find((line) =>
        Object.entries(wanted).every(([key, value]) => line[key as keyof Line] === value)
      )
    )
  const post = (path: string, body?: unknown, as?: Caller, headers = {}) =>
    call<{ id: string; token: string }>(server.url, 'POST', path, { as, body, headers })

  // Red without `logRefusal` in the error handler, without `recorded` in recordEvent, and when an event type
  // of a range or of a variable is not `security`, or its fields are not logged.
  test('contain refusals and changes with their callers, and no secrets', async ({ assert }) => {
    await post('/api/auth/verify-code', { email: operator, code: '000000' })
    const failed = await find('security', { event: 'sign_in', code: 'E_SIGN_IN' })
    assert.containSubset(failed, {
      level: 40,
      outcome: 'refused',
      email: 'a***@localhost',
      method: 'POST',
      path: '/api/auth/verify-code',
      ip: '127.0.0.1',
    })

    const as = await signIn(server, operator)
    const signedIn = await find('security', { event: 'user_signed_in' })
    assert.containSubset(signedIn, { level: 30, outcome: 'allowed', ip: '127.0.0.1' })
    const made = await post('/api/api-tokens', { name: 'robot' }, as)
    assert.equal(made.status, 201)
    const { actorId } = await find('security', { event: 'api_token_created' })
    assert.equal(actorId, signedIn.actorId)

    const tenant = { name: 'Quay', subdomain: 'quay', adminEmail: 'dispatch@quay.example' }
    const { body } = await post('/api/tenants', tenant, as)
    await find('security', { event: 'tenant_created' })
    await find('security', { event: 'user_invited', tenantId: body.id })
    const within = { ...as, headers: { ...as.headers, 'x-tenant': body.id } }
    assert.equal((await call(server.url, 'GET', '/api/assets', { as: within })).status, 200)
    await find('security', { event: 'operator_in_tenant', tenantId: body.id, actorId })

    const allowances = '/api/admin/egress-allowances'
    const range = { tenantId: body.id, network: '10.1.0.0/16', port: 443 }
    const opened = await post(allowances, { ...range, note: 'of no concern' }, as)
    assert.equal(opened.status, 201)
    await call(server.url, 'DELETE', `${allowances}/${opened.body.id}`, { as })
    for (const event of ['egress_allowed', 'egress_closed']) {
      const line = await find('security', { event, tenantId: body.id, actorId })
      const target = { type: 'egress_allowance', id: opened.body.id }
      const payload = { network: '10.1.0.0/16', port: 443, systemId: null }
      assert.deepEqual([line.target, line.payload], [target, payload])
    }

    const variables = '/api/environments/production/variables'
    const secret = { name: 'HOST', value: 'not-logged-4716', isSecret: true }
    assert.equal((await post(variables, secret, within)).status, 201)
    const added = await find('security', { event: 'variable_created', tenantId: body.id, actorId })
    assert.notInclude(JSON.stringify(added), secret.value)

    const cookieOnly = { headers: { cookie: as.headers.cookie! } }
    await post('/api/tenants', tenant, cookieOnly)
    await find('security', { event: 'authorization', code: 'E_CSRF' })
    const wrongToken = `${made.body.token.slice(0, -4)}AAAA`
    const wrong = { headers: { authorization: `Bearer ${wrongToken}` } }
    await call(server.url, 'GET', '/api/assets', { as: wrong })
    await find('security', { event: 'authentication', code: 'E_TOKEN' })
    await post('/api/tenants', tenant, as, { origin: 'https://evil.example' })
    await find('security', { event: 'authorization', code: 'E_ORIGIN' })

    await post('/api/auth/logout', {}, as)
    await find('security', { event: 'user_signed_out', actorId })

    const mail = await nextMail(server.dataDir, operator, 0)
    const cookies = as.headers.cookie!.split('; ').map((cookie) => cookie.split('=')[1]!)
    const secrets = [
      /\b\d{6}\b/.exec(mail.text)![0],
      /token=([\w-]+)/.exec(mail.text)![1]!,
      made.body.token,
      wrongToken,
      'dispatch@',
      ...cookies,
    ]
    const logged = jsonLines().join('\n')
    for (const secret of secrets) assert.notInclude(logged, secret)
  })

  // Red when the middleware is not registered, or logs the address with its query.
  test('contain every request in one line, without its query', async ({ assert }) => {
    const headers = { 'x-request-id': 'one-of-mine' }
    await call(server.url, 'GET', '/api/health?token=secret-in-query', { headers })
    const health = await find('access', { requestId: 'one-of-mine' })
    assert.containSubset(health, {
      level: 30,
      method: 'GET',
      path: '/api/health',
      status: 200,
      ip: '127.0.0.1',
      actorId: null,
    })
    await call(server.url, 'GET', '/api/assets/not-an-id', {
      headers: { 'x-request-id': 'second' },
    })
    const asset = await find('access', { requestId: 'second' })
    assert.containSubset(asset, { path: '/api/assets/:id', status: 401, code: 'E_UNAUTHENTICATED' })
    assert.lengthOf(
      lines('access').filter(({ requestId }) => requestId === 'one-of-mine'),
      1
    )
    assert.notInclude(jsonLines().join('\n'), 'secret-in-query')
  })

  // Red without the hook of the logger.
  test('contain no line for the greeting', ({ assert }) => {
    const printed = server.output.join('')
    assert.include(printed, 'Crossdock is ready at')
    assert.notInclude(printed, 'started HTTP server')
  })

  test('contain nothing about visitors without credentials', async ({ assert }) => {
    const headers = { 'x-request-id': 'visitor' }
    await call(server.url, 'GET', '/api/auth/me', { headers })
    await find('access', { requestId: 'visitor' })
    assert.isUndefined(lines('security').find(({ requestId }) => requestId === 'visitor'))
  })
})
