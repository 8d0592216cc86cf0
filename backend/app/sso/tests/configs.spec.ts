import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { unscoped } from '@crossdock/kernel/database'
import { MASK } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { operatorSwitch } from '@crossdock/backend/sso'
import { newContext, runInContext } from '@crossdock/kernel/tenancy'
import { clientId, clientSecret, discoveryPath, type TestProvider } from './provider.js'
import { appAndProvider, markProven, setUp, SsoBrowser, type Config } from './signing_in.js'

interface Tested {
  passed: boolean
  checks: { name: string; passed: boolean; message: string }[]
}

test.group('Identity providers of a tenant', (group) => {
  let app: TestApp
  let provider: TestProvider
  let acme: TestTenant

  group.setup(async () => {
    const made = await appAndProvider({
      ada: { email: 'ada@people.example', email_verified: true },
    })
    ;({ app, provider } = made)
    acme = await app.tenant('acme')
    return made.stop
  })

  const given = () => ({
    name: 'Quay ID',
    issuer: provider.issuer,
    clientId,
    clientSecret,
    settings: { allowedDomains: ['people.example'] },
  })
  const post = (more: object, path = '/api/oauth-configs') =>
    app.call<Config & { code: string; errors: { field: string }[] }>('POST', path, {
      as: acme.admin,
      body: { ...given(), ...more },
    })
  const create = async (more: object = {}) => (await post(more)).body
  const put = (id: string, body: object, headers?: Record<string, string>) =>
    app.call<Config & { code: string; errors: { field: string; rule: string }[] }>(
      'PUT',
      `/api/oauth-configs/${id}`,
      { as: acme.admin, body, ...(headers && { headers }) }
    )
  const tested = (id: string) =>
    app.ok<Tested>('POST', `/api/oauth-configs/${id}/test`, { as: acme.admin })

  // Red when updateConfig or deleteConfig ignores the environment.
  test('a token that is bound to an environment changes nothing', async ({ assert }) => {
    const { id } = await create({ name: 'Confined' })
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'confined', environment: 'production' },
    })
    const as = { headers: { authorization: `Bearer ${token}` } }
    const path = `/api/oauth-configs/${id}`
    const body = { isActive: false }
    assert.equal((await app.call('PUT', path, { as, body })).status, 403)
    assert.equal((await app.call('DELETE', path, { as })).status, 403)
    await app.ok('DELETE', path, { as: acme.admin })
  })

  test('the secret is sealed, and never shown', async ({ assert }) => {
    const config = await create()
    assert.equal(config.clientSecret, MASK)
    assert.equal(config.callbackUrl, `${app.url}/api/auth/oidc/callback`)
    const [row] = await asOperator('a test looks', async () =>
      unscoped().from('oauth_configs').where('id', config.id)
    )
    assert.match(row.client_secret, /^s1\./)
    const kept = await put(config.id, { name: 'Other', clientSecret: MASK })
    assert.equal(kept.body.clientSecret, MASK)
    assert.isNull((await put(config.id, { clientSecret: null })).body.clientSecret)
  })

  // Red when secrets are not bound to a provider: an attacker who can write rows could send one to any address.
  test('the secret of one provider cannot be opened for another', async ({ assert }) => {
    const owner = await create()
    const thief = await create({ clientSecret: null })
    await asOperator('an attacker writes to the database', async () => {
      const rows = unscoped().from('oauth_configs')
      const { client_secret } = await rows.where('id', owner.id).first()
      await unscoped().from('oauth_configs').where('id', thief.id).update({ client_secret })
    })
    const { passed, checks } = await tested(thief.id)
    assert.isFalse(passed)
    assert.match(checks[0]!.message, /^The stored client secret cannot be opened/)
    assert.isTrue((await tested(owner.id)).passed)
  })

  // Red when testConfig does not compare the tested connection with the stored one.
  test('a connection that changes during its test stays untested', async ({ assert }) => {
    const { id } = await create()
    const metadata = JSON.stringify(await provider.metadata())
    provider.instead.set(discoveryPath, async () => {
      await put(id, { clientId: 'another' })
      return [200, metadata]
    })
    const { status, body } = await app.call<{ code: string }>(
      'POST',
      `/api/oauth-configs/${id}/test`,
      { as: acme.admin }
    )
    provider.instead.clear()
    assert.equal(status, 409)
    assert.equal(body.code, 'E_CHANGED')
    const config = await app.ok<Config>('GET', `/api/oauth-configs/${id}`, { as: acme.admin })
    assert.isNull(config.testedAt)
  })

  // Red when an untested provider can be switched on.
  test('it can be switched on only after a test of its current setup', async ({ assert }) => {
    assert.equal((await post({ isActive: true })).body.code, 'E_UNTESTED')
    const { id } = await create()
    assert.equal((await put(id, { isActive: true })).status, 409)
    const result = await tested(id)
    assert.isTrue(result.passed, JSON.stringify(result))
    assert.lengthOf(result.checks, 7)
    // Red when updateConfig accepts the test as a proof.
    const unproven = await put(id, { isActive: true })
    assert.deepEqual([unproven.status, unproven.body.code], [409, 'E_UNPROVEN'])
    await markProven(id)
    assert.isTrue((await put(id, { isActive: true })).body.isActive)
    // An unchanged connection stays on.
    assert.isTrue((await put(id, { name: 'Renamed', clientSecret })).body.isActive)
    for (const change of [{ clientId: 'another' }, { clientSecret: 'another secret' }]) {
      await put(id, { clientId, clientSecret })
      await tested(id)
      await markProven(id)
      assert.isTrue((await put(id, { isActive: true })).body.isActive)
      const changed = (await put(id, change)).body
      assert.isFalse(changed.isActive)
      assert.isNull(changed.testedAt)
      assert.isNull(changed.provenAt)
    }
  })

  // Red when updateConfig requires a proof of an active provider: it may be older than proofs.
  test('a provider that is on without a proof stays on, and the next sign-in proves it', async ({
    assert,
  }) => {
    const config = await setUp(app, acme.admin, provider)
    await asOperator('a test upgrades', async () =>
      unscoped().from('oauth_configs').where('id', config.id).update({ proven_at: null })
    )
    const kept = await put(config.id, { name: 'As before', isActive: true })
    assert.deepEqual([kept.body.isActive, kept.body.provenAt], [true, null])
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/dashboard')
    const path = `/api/oauth-configs/${config.id}`
    const proven = await app.ok<Config>('GET', path, { as: acme.admin })
    assert.isNotNull(proven.provenAt)
    await app.ok('DELETE', path, { as: acme.admin })
  })

  // Red when the stored secret is kept for another issuer.
  test('another issuer requires the secret again', async ({ assert }) => {
    const { id } = await create()
    const issuer = 'https://evil.example'
    for (const body of [{ issuer }, { issuer, clientSecret: MASK }, { provider: 'google' }]) {
      const { status, body: refused } = await put(id, body)
      assert.equal(status, 422)
      assert.equal(refused.errors[0]!.rule, 'moved')
    }
    assert.equal((await put(id, { issuer, clientSecret: null })).status, 200)
  })

  test('a change based on an older state is refused', async ({ assert }) => {
    const { id } = await create()
    const read = await app.call('GET', `/api/oauth-configs/${id}`, { as: acme.admin })
    const tag = { 'if-match': read.headers.get('etag')! }
    assert.equal((await put(id, { name: 'First' }, tag)).status, 200)
    assert.equal((await put(id, { name: 'Second' }, tag)).status, 412)
  })

  test('invalid fields are refused by name', async ({ assert }) => {
    for (const [more, field] of [
      [{ issuer: 'http://id.people.example' }, 'issuer'],
      [{ issuer: 'ftp://id.people.example' }, 'issuer'],
      [{ issuer: 'https://u:p@id.people.example' }, 'issuer'],
      [{ issuer: 'https://id.people.example/?a=1' }, 'issuer'],
      [{ issuer: 'https://id.people.example/.well-known/openid-configuration' }, 'issuer'],
      [{ issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'issuer'],
      [{ issuer: null }, 'issuer'],
      [{ provider: 'microsoft' }, 'tenantIdOAuth'],
      [{ provider: 'microsoft', tenantIdOAuth: 'common' }, 'tenantIdOAuth'],
      [{ settings: { allowedDomains: [] } }, 'settings.allowedDomains'],
      [{ settings: { allowedDomains: ['@x'] } }, 'settings.allowedDomains.0'],
      [
        { settings: { allowedDomains: ['x.example'], defaultRole: 'king' } },
        'settings.defaultRole',
      ],
      [
        {
          settings: {
            allowedDomains: ['x.example'],
            roleMapping: [{ claim: 'groups', value: 'a', role: 'king' }],
          },
        },
        'settings.roleMapping.0.role',
      ],
    ] as const) {
      const { status, body } = await post(more)
      assert.equal(status, 422, JSON.stringify(more))
      assert.equal(body.errors[0]!.field, field)
    }
    const { body } = await post({ provider: 'microsoft', issuer: null, tenantIdOAuth: 'people' })
    assert.equal(body.issuer, 'https://login.microsoftonline.com/people/v2.0')
  })

  test('only administrators see and change them', async ({ assert }) => {
    for (const as of [acme.editor, acme.viewer]) {
      assert.equal((await app.call('GET', '/api/oauth-configs', { as })).status, 403)
      assert.equal(
        (await app.call('POST', '/api/oauth-configs', { as, body: given() })).status,
        403
      )
    }
  })

  // Red when createConfig or updateConfig does not call assertMayTrustProvider.
  test('people with fewer permissions than an administrator cannot change them', async ({
    assert,
  }) => {
    const roles = await app.ok<{ key: string; permissions: string[] }[]>('GET', '/api/roles', {
      as: acme.admin,
    })
    const usual = roles.find(({ key }) => key === 'user')!.permissions
    const { key: role } = await app.ok<{ key: string }>('POST', '/api/roles', {
      as: acme.admin,
      body: { name: 'Gatekeeper', permissions: [...usual, 'sso.read', 'sso.write'] },
    })
    const email = 'gatekeeper@acme.example'
    await app.ok('POST', '/api/users', { as: acme.admin, body: { email, role } })
    const as = await app.signIn(email, 'acme')
    const answer = async (method: string, path: string, body: object) => {
      const { status, body: reply } = await app.call<{ code: string }>(method, path, { as, body })
      return status < 300 ? 'done' : reply.code
    }
    const { id } = await create()
    const path = `/api/oauth-configs/${id}`
    assert.equal(await answer('POST', '/api/oauth-configs', given()), 'E_GRANT')
    for (const change of [
      { issuer: 'https://id.people.example' },
      { clientId: 'another' },
      { clientSecret: 'another' },
      { settings: { allowedDomains: ['acme.example'] } },
      { isActive: true },
    ]) {
      assert.equal(await answer('PUT', path, change), 'E_GRANT')
    }
    assert.equal(await answer('PUT', path, { name: 'Renamed', isActive: false }), 'done')
  })

  /** Tests a connection to a server with this handler. */
  async function testOf(answer: RequestListener): Promise<Tested> {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { id } = await create({ issuer: `http://127.0.0.1:${port}` })
    try {
      return await tested(id)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  // Red when requests bypass the egress guard: 200 MB are read then.
  test('servers that are not providers are reported, for any answer', async ({ assert }) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    let sent = 0
    const large = await testOf(async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.on('error', () => undefined)
      for (; sent < 200 && !response.destroyed; sent++) {
        if (!response.write(chunk)) {
          await Promise.race([once(response, 'drain'), once(response, 'close')])
        }
      }
      response.end('{}')
    })
    assert.match(large.checks[0]!.message, /is too large for a provider/)
    assert.isBelow(sent, 50)
    const cases: [RequestListener, RegExp][] = [
      [(_, response) => void response.writeHead(404).end(), /does not answer like an OpenID/],
      [
        (_, response) => void response.writeHead(200).end('<html>'),
        /does not answer like an OpenID/,
      ],
      [(request) => void request.socket.destroy(), /could not be reached/],
      [(_, response) => void response.writeHead(302, { location: '/' }).end(), /does not answer/],
      [
        (_, response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"issuer":"https://evil.example"}'),
        /a different issuer/,
      ],
    ]
    for (const [answer, sentence] of cases) {
      const { passed, checks } = await testOf(answer)
      assert.isFalse(passed)
      assert.lengthOf(checks, 1)
      assert.match(checks[0]!.message, sentence)
    }
  })

  // Red when a list accepts values that are not texts: the test answered 500.
  test('a test reports metadata of any JSON', async ({ assert }) => {
    const odd = { toString: 1, valueOf: null }
    const good = await provider.metadata()
    const lists = ['response_types_supported', 'code_challenge_methods_supported']
    const more = ['id_token_signing_alg_values_supported', 'token_endpoint_auth_methods_supported']
    // Tests are limited by tenant.
    const { admin: as } = await app.tenant('odd')
    const { id } = await app.ok<Config>('POST', '/api/oauth-configs', { as, body: given() })
    const test = () => app.ok<Tested>('POST', `/api/oauth-configs/${id}/test`, { as })
    for (const value of [null, 7, 'text', odd, [odd], [[odd]], [null], {}]) {
      const said = Object.fromEntries([...lists, ...more].map((name) => [name, value]))
      provider.instead.set(discoveryPath, () => [200, JSON.stringify({ ...good, ...said })])
      const { checks } = await test()
      for (const { message } of checks) assert.match(message, /\.$/)
    }
    for (const body of ['null', '7', '[]', '"text"', `{"issuer":${'['.repeat(5_000)}`]) {
      provider.instead.set(discoveryPath, () => [200, body])
      assert.isFalse((await test()).passed)
    }
    provider.instead.delete(discoveryPath)
    for (const keys of [
      'null',
      '[]',
      '{"keys":null}',
      '{"keys":[null,7,{"kty":{"toString":1}}]}',
    ]) {
      provider.instead.set('/jwks', () => [200, keys])
      const { checks } = await test()
      assert.isFalse(checks.find(({ name }) => name === 'keys')!.passed, keys)
    }
    provider.instead.clear()
  })

  // Red when other values are accepted as lists.
  test('invalid lists are reported, and so is an authorization address elsewhere', async ({
    assert,
  }) => {
    const { issuer } = provider
    const said = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      jwks_uri: `${issuer}/jwks`,
      token_endpoint: 'https://10.1.2.3/token',
      response_types_supported: 7,
      id_token_signing_alg_values_supported: 'RS256',
      code_challenge_methods_supported: 5,
    }
    provider.instead.set('/.well-known/openid-configuration', () => [200, JSON.stringify(said)])
    const { passed, checks } = await tested((await create()).id)
    provider.instead.clear()
    assert.isFalse(passed)
    const failed = checks.filter((check) => !check.passed).map(({ name }) => name)
    assert.sameMembers(failed, ['code', 'pkce', 'client'])
  })

  test('a provider that hangs is reported, and delays the test only briefly', async ({
    assert,
  }) => {
    const { checks } = await testOf(() => undefined)
    assert.match(checks[0]!.message, /did not answer in time/)
  })

  test('internal addresses are not called', async ({ assert }) => {
    const { id } = await create({ issuer: 'https://10.1.2.3' })
    const { checks } = await tested(id)
    assert.match(checks[0]!.message, /may not call/)
  })

  test('a wrong secret and an unsuitable provider do not pass', async ({ assert }) => {
    const { id } = await create({ clientSecret: 'wrong' })
    const { passed, checks } = await tested(id)
    assert.isFalse(passed)
    assert.deepEqual(
      checks.filter((check) => !check.passed).map(({ name }) => name),
      ['client']
    )
    const issuer = provider.issuer
    const poor = {
      issuer,
      authorization_endpoint: 'http://id.people.example/',
      jwks_uri: `${issuer}/keys`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['token'],
      id_token_signing_alg_values_supported: ['HS256'],
      code_challenge_methods_supported: ['plain'],
    }
    provider.instead.set('/.well-known/openid-configuration', () => [200, JSON.stringify(poor)])
    provider.instead.set('/keys', () => [200, '{"keys":[{"kty":"oct"}]}'])
    const lacking = await tested((await create()).id)
    provider.instead.clear()
    assert.deepEqual(
      lacking.checks.filter((check) => !check.passed).map(({ name }) => name),
      ['endpoints', 'keys', 'signing', 'code', 'pkce']
    )
  })

  test('its people are matched again after it is removed; the operator can switch all off', async ({
    assert,
  }) => {
    const config = await setUp(app, acme.admin, provider)
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'ada'), '/dashboard')
    const linked = () =>
      asOperator('a test looks', async () =>
        unscoped().from('oauth_identities').where('config_id', config.id)
      )
    assert.lengthOf(await linked(), 1)
    // Red when subjects of another client are matched to people of this one.
    await put(config.id, { clientId: 'another' })
    assert.isEmpty(await linked())
    await put(config.id, { clientId, clientSecret })
    await tested(config.id)
    await markProven(config.id)
    await put(config.id, { isActive: true })
    const names = await app.inside(() =>
      runInContext(newContext(), () => operatorSwitch.use().disable('acme'))
    )
    assert.include(names, 'Harbor ID')
    assert.match(await new SsoBrowser(app).begin(config), /sso=unknown/)
    assert.isNotNull(await browser.me())
    const path = `/api/oauth-configs/${config.id}`
    assert.equal((await app.call('DELETE', path, { as: acme.admin })).status, 204)
    const again = await setUp(app, acme.admin, provider)
    const other = new SsoBrowser(app)
    assert.equal(await other.goThrough(again, 'ada'), '/dashboard')
  })
})
