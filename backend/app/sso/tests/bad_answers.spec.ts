import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tellSeen } from '@crossdock/kernel/testing'
import {
  clientId,
  discoveryPath,
  newKey,
  sign,
  type Tamper,
  type TestProvider,
} from './provider.js'
import { appAndProvider, setUp, SsoBrowser, type Config } from './signing_in.js'

const ada = { email: 'ada@people.example', email_verified: true }
const bea = { email: 'bea@people.example', email_verified: true }
const seconds = () => Math.floor(Date.now() / 1000)

test.group('Answers of an identity provider that lies', (group) => {
  let app: TestApp
  let provider: TestProvider
  let acme: TestTenant
  let config: Config

  group.setup(async () => {
    const made = await appAndProvider({ ada, bea })
    ;({ app, provider } = made)
    acme = await app.tenant('acme')
    config = await setUp(app, acme.admin, provider)
    return made.stop
  })
  group.each.teardown(() => {
    provider.tamper = undefined
    provider.instead.clear()
    provider.silent.clear()
  })

  /** Changes claims and signs them as the provider does. @param times claims by how many seconds they lie ahead of then */
  const saying =
    (more: Record<string, unknown>, times: Record<string, number> = {}): Tamper =>
    ({ header, claims }) => {
      const instants = Object.entries(times).map(([name, ahead]) => [name, seconds() + ahead])
      const said = { ...claims, ...more, ...Object.fromEntries(instants) }
      return sign({ header, claims: said }, provider.key)
    }

  const tampers: Record<string, [tamper: Tamper, code: string]> = {
    'another issuer': [saying({ iss: 'https://evil.example' }), 'issuer'],
    'another audience': [saying({ aud: 'another' }), 'audience'],
    'a second audience': [saying({ aud: [clientId, 'another'], azp: clientId }), 'audience'],
    'a token made for another, too': [saying({ azp: 'another' }), 'audience'],
    'another nonce': [saying({ nonce: 'another' }), 'nonce'],
    'no nonce': [saying({ nonce: undefined }), 'nonce'],
    'a token that has ended': [saying({}, { exp: -60 }), 'outdated'],
    // Red when what the library leaves out is not looked at.
    'a token of the future': [saying({}, { iat: 600, exp: 900 }), 'ahead'],
    'a token that is not good yet': [saying({}, { nbf: 600 }), 'ahead'],
    // Red without enableNonRepudiationChecks.
    'a changed subject': [
      ({ raw, claims, header }) =>
        [sign({ header, claims: { ...claims, sub: 'boss' } }), raw.split('.')[2]].join(''),
      'signature',
    ],
    'a foreign key of the same name': [
      ({ header, claims }) => sign({ header, claims }, newKey(provider.key.kid)),
      'signature',
    ],
    'no signature': [
      ({ header, claims }) => sign({ header: { ...header, alg: 'none' }, claims }),
      'algorithm',
    ],
    'the way of a shared secret': [
      ({ header, claims }) => sign({ header: { ...header, alg: 'HS256' }, claims }, provider.key),
      'algorithm',
    ],
    'no token': [() => '', 'invalid'],
    nonsense: [() => 'a.b.c', 'invalid'],
  }

  for (const [what, [tamper, code]] of Object.entries(tampers)) {
    test(`${what} is refused`, async ({ assert }) => {
      provider.tamper = tamper
      const browser = new SsoBrowser(app)
      assert.equal(await browser.goThrough(config, 'ada'), `/login?sso=${code}`)
      assert.isNull(await browser.me())
    })
  }

  test('an answer of another issuer, or with another state, is refused', async ({ assert }) => {
    for (const [name, value, code] of [
      ['iss', 'https://evil.example', 'issuer'],
      ['state', 'another', 'expired'],
      ['code', 'another', 'code'],
      ['error', 'server_error', 'refused'],
    ] as const) {
      const browser = new SsoBrowser(app)
      const back = await browser.visit.signIn(await browser.begin(config), 'ada')
      if (name === 'error') back.searchParams.delete('code')
      back.searchParams.set(name, value)
      back.searchParams.set('error_description', '<b>Call 555 0100</b>')
      assert.equal(await browser.comeBack(back), `/login?sso=${code}`)
      assert.isNull(await browser.me())
    }
  })

  // Red when people of the answer about another subject are believed.
  test('what is told of somebody else is not believed', async ({ assert }) => {
    // Then the address is told there only.
    provider.conformIdTokenClaims = true
    await provider.restart(provider.key)
    provider.instead.set('/me', () => [200, JSON.stringify({ ...ada, sub: 'another' })])
    const browser = new SsoBrowser(app)
    assert.match(await browser.goThrough(config, 'ada'), /\/login\?sso=invalid$/)
    assert.isNull(await browser.me())
  })

  // Red when each part of an address is taken from wherever it stands.
  test('one source vouches for no other one’s address', async ({ assert }) => {
    const boss = 'boss@people.example'
    const told = (more: object) =>
      provider.instead.set('/me', () => [200, JSON.stringify({ sub: 'ada', ...more })])
    provider.tamper = saying({ email: boss, email_verified: undefined })
    told(ada)
    const browser = new SsoBrowser(app)
    await browser.goThrough(config, 'ada')
    assert.equal((await browser.me())?.email, ada.email)
    provider.tamper = saying({ email: undefined, email_verified: true })
    told({ email: boss, email_verified: false })
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/login?sso=unverified')
  })

  // Red when every sign-in counts as a proof of this moment.
  test('an old session there is no fresh proof here', async ({ assert }) => {
    for (const [auth_time, status] of [
      [seconds() - 24 * 60 * 60, 403],
      [undefined, 403],
      [seconds(), 201],
    ] as const) {
      provider.tamper = saying({ auth_time })
      const browser = new SsoBrowser(app)
      assert.equal(await browser.goThrough(config, 'ada'), '/dashboard')
      const made = await app.call<{ code?: string }>('POST', '/api/api-tokens', {
        as: browser.jar,
        body: { name: 'laptop' },
      })
      assert.equal(made.status, status, String(auth_time))
      if (status === 403) assert.equal(made.body.code, 'E_FRESH_PROOF_NEEDED')
    }
  })

  // Red when provedIn believes what lies ahead: the session would be fresh for as long.
  test('a proof of the future is one of this moment', async ({ assert }) => {
    provider.tamper = saying({}, { auth_time: 24 * 60 * 60 })
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'bea'), '/dashboard')
    const sessions = () => unscoped().from('sessions').join('users', 'users.id', 'user_id')
    const [{ id, user_id: userId, proved_at: provedAt }] = await asOperator(
      'a test looks',
      async () => sessions().where('email', bea.email).select('sessions.*')
    )
    const proved = new Date(provedAt).getTime()
    assert.isAtMost(proved, Date.now())
    await asOperator('a test makes time pass', async () =>
      unscoped()
        .from('sessions')
        .where('id', id)
        .update({ proved_at: new Date(proved - 16 * 60_000).toISOString() })
    )
    tellSeen({ eventType: 'altered', tenantId: null, targetType: 'user', targetId: userId })
    const made = await app.call<{ code: string }>('POST', '/api/api-tokens', {
      as: browser.jar,
      body: { name: 'laptop' },
    })
    assert.equal(made.status, 403)
    assert.equal(made.body.code, 'E_FRESH_PROOF_NEEDED')
  })

  // Red when addressFor takes the place as it is told, without the library, which looks at it, and without looking itself.
  test('nobody is sent to sign in at what is no page of the web', async ({ assert }) => {
    const bolt = await app.tenant('bolt')
    // What it says of itself is remembered of each connection.
    const one = await setUp(app, bolt.admin, provider)
    const told = { ...(await provider.metadata()), authorization_endpoint: 'javascript:alert(1)' }
    provider.instead.set(discoveryPath, () => [200, JSON.stringify(told)])
    assert.equal(await new SsoBrowser(app).begin(one), `${app.url}/login?sso=invalid`)
  })

  // Red when what the library refuses an address with is not known: signing out was answered 500.
  test('a place to sign out at that is none is not gone to', async ({ assert }) => {
    const dock = await app.tenant('dock')
    const one = await setUp(app, dock.admin, provider)
    for (const place of ['javascript:alert(1)', 'no place']) {
      const told = { ...(await provider.metadata()), end_session_endpoint: place }
      provider.instead.set(discoveryPath, () => [200, JSON.stringify(told)])
      const browser = new SsoBrowser(app)
      assert.equal(await browser.goThrough(one, 'ada'), '/dashboard')
      assert.deepEqual((await browser.get('/api/auth/oidc/logout')).body, { url: null })
    }
  })

  test('keys that were changed are told, and the next sign-in works', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'ada'), '/dashboard')
    await provider.restart(newKey('second'))
    // The provider has forgotten its sessions, too.
    const other = new SsoBrowser(app)
    assert.equal(await other.goThrough(config, 'ada'), '/login?sso=keys')
    assert.isNull(await other.me())
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/dashboard')
  })

  // Red when a signature that does not fit leaves the keys in memory.
  test('so are others of the same name', async ({ assert }) => {
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/dashboard')
    await provider.restart(newKey(provider.key.kid))
    const other = new SsoBrowser(app)
    assert.equal(await other.goThrough(config, 'ada'), '/login?sso=signature')
    assert.isNull(await other.me())
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/dashboard')
  })

  // Red when exchanging the code has no bound of its own.
  test('a token place that never answers is told', async ({ assert }) => {
    provider.silent.add('/token')
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'ada'), '/login?sso=slow')
    assert.isNull(await browser.me())
  })

  test('a token place that hangs up, or answers without end, is told', async ({ assert }) => {
    for (const [answer, code] of [
      [[500, '{}'], 'invalid'],
      [[401, '{"error":"invalid_client"}'], 'client'],
      [[200, `{"x":"${'x'.repeat(600 * 1024)}"}`], 'too_large'],
    ] as const) {
      provider.instead.set('/token', () => [answer[0], answer[1]])
      const browser = new SsoBrowser(app)
      assert.equal(await browser.goThrough(config, 'ada'), `/login?sso=${code}`)
      assert.isNull(await browser.me())
    }
  })
})
