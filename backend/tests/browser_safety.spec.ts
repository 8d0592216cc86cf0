// onOneDatabase: no database takes part
import { request } from 'node:http'
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import type { Settings } from '@crossdock/kernel/settings'

test.group('Browser protections', (group) => {
  let app: TestApp
  const boot = async (settings: Partial<Settings> = {}) => void (app = await bootApp({ settings }))
  group.each.setup(() => () => app.stop())

  const create = async (headers: Record<string, string>, subdomain: string) => {
    const body = { name: 'Quay', subdomain, adminEmail: 'a@quay.example' }
    const as = await app.superAdmin()
    return app.call<{ code: string }>('POST', '/api/tenants', { as, body, headers })
  }

  // Red without `assertOwnOrigin`.
  test('a page of another origin cannot change anything', async ({ assert }) => {
    await boot({ APP_URL: 'https://files.quay.example' })
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://other.quay.example' },
      { origin: app.url.replace(/\d+$/, '1') },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const { status, body } = await create(headers, 'quay')
      assert.equal(status, 403, JSON.stringify(headers))
      assert.equal(body.code, 'E_ORIGIN')
    }
    const mail = await app.call<{ code: string }>('POST', '/api/auth/magic-link', {
      body: { email: 'a@quay.example' },
      headers: { origin: 'https://evil.example' },
    })
    assert.equal(mail.body.code, 'E_ORIGIN')
    const own: Record<string, string>[] = [
      {},
      { origin: app.url },
      { origin: 'https://files.quay.example' },
    ]
    for (const [index, headers] of own.entries()) {
      assert.equal((await create(headers, `quay${index}`)).status, 201)
    }
    const as = await app.superAdmin()
    const read = { as, headers: { origin: 'https://evil.example' } }
    assert.equal((await app.call('GET', '/api/auth/me', read)).status, 200)
  })

  // Red when only hosts are compared: an attacker on a plain http connection can inject pages.
  test('over TLS a page of plain http has another origin', async ({ assert }) => {
    await boot({ APP_URL: 'https://cross.test', TRUST_PROXY: true })
    const signIn = (origin: string, host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { origin, host, 'content-type': 'application/json' }
        request(`${app.url}/api/auth/magic-link`, { method: 'POST', headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end(JSON.stringify({ email: 'a@quay.example' }))
      })
    assert.equal(await signIn('https://cross.test', 'cross.test'), 200)
    assert.equal(await signIn('https://alias.test', 'alias.test'), 200)
    assert.equal(await signIn('http://cross.test', 'cross.test'), 403)
    assert.equal(await signIn('http://alias.test', 'alias.test'), 403)
    assert.equal(await signIn('http://localhost:3333', 'localhost:3333'), 200)
  })

  test('without TLS the used address is the own origin', async ({ assert }) => {
    await boot({ APP_URL: 'http://localhost:3333' })
    for (const origin of [app.url, 'http://localhost:3333']) {
      const body = { email: 'a@quay.example' }
      const reply = await app.call('POST', '/api/auth/magic-link', { body, headers: { origin } })
      assert.equal(reply.status, 200, origin)
    }
  })

  test('programs with a token need no origin', async ({ assert }) => {
    await boot()
    const { token } = await app.tenant('acme')
    const headers = { origin: 'https://tool.example' }
    const reply = await app.call('POST', '/api/assets', {
      as: token,
      headers,
      body: { name: 'Inbox', type: 'folder' },
    })
    assert.equal(reply.status, 201)
  })

  // Red without the default in security_headers.ts.
  test('answers of the API are never cached', async ({ assert }) => {
    await boot()
    const as = await app.superAdmin()
    for (const path of ['/api/auth/me', '/api/tenants', '/api/nothing', '/api/health']) {
      const { headers } = await app.call('GET', path, { as })
      assert.equal(headers.get('cache-control'), 'no-store', path)
      assert.include(headers.get('permissions-policy')!, 'camera=()')
      assert.isNull(headers.get('strict-transport-security'))
    }
  })

  // Red when one of these headers is missing or less strict.
  test('no answer can be framed, sniffed or run inline scripts', async ({ assert }) => {
    await boot()
    for (const path of ['/api/health', '/api/nothing', '/api/auth/me']) {
      const { headers } = await app.call('GET', path)
      const policy = headers.get('content-security-policy')!.split('; ')
      assert.includeMembers(policy, ["script-src 'self'", "frame-ancestors 'none'"], path)
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
  })

  test('over TLS browsers get HSTS, including subdomains', async ({ assert }) => {
    await boot({ APP_URL: 'https://files.quay.example' })
    const { headers } = await app.call('GET', '/api/health')
    assert.match(headers.get('strict-transport-security')!, /max-age=31536000; includeSubDomains/)
  })

  // Red when createHttpServer accepts any id.
  test("a client's request id must be a short word, otherwise the server creates one", async ({
    assert,
  }) => {
    await boot()
    const idFor = (given: string) =>
      new Promise<unknown>((resolve, reject) => {
        const headers = { 'x-request-id': given }
        request(`${app.url}/api/health/live`, { headers }, (response) => {
          response.resume()
          resolve(response.headers['x-request-id'])
        })
          .on('error', reject)
          .end()
      })
    assert.equal(await idFor('trace-41_b'), 'trace-41_b')
    const made = /^[\da-f]{8}-[\da-f-]{27}$/
    for (const bad of ['<script>alert(1)</script>', 'x'.repeat(65), 'a b', 'é']) {
      assert.match(String(await idFor(bad)), made)
    }
  })
})
