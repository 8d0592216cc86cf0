import zlib from 'node:zlib'
import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { notifySeen } from '@crossdock/kernel/testing'
import {
  clientId,
  discoveryPath,
  newKey,
  publicPart,
  sign,
  type Tamper,
  type TestProvider,
} from './provider.js'
import { appAndProvider, setUp, SsoBrowser, type Config } from './signing_in.js'

const ada = { email: 'ada@people.example', email_verified: true }
const bea = { email: 'bea@people.example', email_verified: true }
const seconds = () => Math.floor(Date.now() / 1000)

test.group('Answers of a lying identity provider', (group) => {
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
    provider.tamperAnswer = undefined
    provider.instead.clear()
    provider.silent.clear()
  })

  /**
   * Changes claims and signs them as the provider does.
   * @param times claims by their offset in seconds from that moment
   */
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
    'a second audience': [saying({ aud: [clientId, 'another'] }), 'audience'],
    'a second audience made for it': [
      saying({ aud: [clientId, 'another'], azp: 'another' }),
      'audience',
    ],
    'only other audiences, with our azp': [
      saying({ aud: ['another', 'third'], azp: clientId }),
      'audience',
    ],
    'a subject with a null character': [saying({ sub: 'a\u0000b' }), 'invalid'],
    'a subject of half a letter': [saying({ sub: 'a\ud800' }), 'invalid'],
    'a subject that is not a text': [saying({ sub: { toString: 1 } }), 'invalid'],
    'a token that is also for another client': [saying({ azp: 'another' }), 'audience'],
    'another nonce': [saying({ nonce: 'another' }), 'nonce'],
    'no nonce': [saying({ nonce: undefined }), 'nonce'],
    'an expired token': [saying({}, { exp: -60 }), 'outdated'],
    // Red when the checks that the library leaves out are missing.
    'a token of the future': [saying({}, { iat: 600, exp: 900 }), 'ahead'],
    'a token that is not valid yet': [saying({}, { nbf: 600 }), 'ahead'],
    // Red when readAnswer verifies no signature.
    'a changed subject': [
      ({ raw, claims, header }) =>
        [sign({ header, claims: { ...claims, sub: 'boss' } }), raw.split('.')[2]].join(''),
      'signature',
    ],
    'a foreign key with the same id': [
      ({ header, claims }) => sign({ header, claims }, newKey(provider.key.kid)),
      'signature',
    ],
    'no signature': [
      ({ header, claims }) => sign({ header: { ...header, alg: 'none' }, claims }),
      'algorithm',
    ],
    'the algorithm of a shared secret': [
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

  // Red when userinfo about another subject is believed.
  test('userinfo about another person is not believed', async ({ assert }) => {
    // Then the address is only in userinfo.
    provider.conformIdTokenClaims = true
    await provider.restart(provider.key)
    provider.instead.set('/me', () => [200, JSON.stringify({ ...ada, sub: 'another' })])
    const browser = new SsoBrowser(app)
    assert.match(await browser.goThrough(config, 'ada'), /\/login\?sso=invalid$/)
    assert.isNull(await browser.me())
  })

  // Red when the parts of an address are combined from different sources.
  test('one source does not vouch for the address of another', async ({ assert }) => {
    const boss = 'boss@people.example'
    const userinfo = (more: object) =>
      provider.instead.set('/me', () => [200, JSON.stringify({ sub: 'ada', ...more })])
    provider.tamper = saying({ email: boss, email_verified: undefined })
    userinfo(ada)
    const browser = new SsoBrowser(app)
    await browser.goThrough(config, 'ada')
    assert.equal((await browser.me())?.email, ada.email)
    provider.tamper = saying({ email: undefined, email_verified: true })
    userinfo({ email: boss, email_verified: false })
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/login?sso=unverified')
  })

  // Red when every sign-in counts as a proof of this moment.
  test('an old session at the provider is no fresh proof here', async ({ assert }) => {
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

  // Red when authTimeOf accepts a time in the future: the session would be fresh until then.
  test('a proof from the future counts as one of now', async ({ assert }) => {
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
    await asOperator('a test moves the time', async () =>
      unscoped()
        .from('sessions')
        .where('id', id)
        .update({ proved_at: new Date(proved - 16 * 60_000).toISOString() })
    )
    notifySeen({ eventType: 'altered', tenantId: null, targetType: 'user', targetId: userId })
    const made = await app.call<{ code: string }>('POST', '/api/api-tokens', {
      as: browser.jar,
      body: { name: 'laptop' },
    })
    assert.equal(made.status, 403)
    assert.equal(made.body.code, 'E_FRESH_PROOF_NEEDED')
  })

  // Red when buildAuthorizationUrl accepts any address without the check of the library and without its own.
  test('no one is sent to sign in at an address that is not a web page', async ({ assert }) => {
    const bolt = await app.tenant('bolt')
    // Metadata are cached for each connection.
    const one = await setUp(app, bolt.admin, provider)
    const metadata = {
      ...(await provider.metadata()),
      authorization_endpoint: 'javascript:alert(1)',
    }
    provider.instead.set(discoveryPath, () => [200, JSON.stringify(metadata)])
    assert.equal(await new SsoBrowser(app).begin(one), `${app.url}/login?sso=invalid`)
  })

  // Red when the library's error for an invalid address is unknown: signing out was answered 500.
  test('an invalid sign-out address is not used', async ({ assert }) => {
    const dock = await app.tenant('dock')
    const one = await setUp(app, dock.admin, provider)
    for (const place of ['javascript:alert(1)', 'no place']) {
      const metadata = { ...(await provider.metadata()), end_session_endpoint: place }
      provider.instead.set(discoveryPath, () => [200, JSON.stringify(metadata)])
      const browser = new SsoBrowser(app)
      assert.equal(await browser.goThrough(one, 'ada'), '/dashboard')
      assert.deepEqual((await browser.get('/api/auth/oidc/logout')).body, { url: null })
    }
  })

  // Red when isForThisClient allows no other audience: ZITADEL also names its project.
  test('a token with our azp may have further audiences', async ({ assert }) => {
    for (const aud of [[clientId, '3831683172354621', 'other'], [clientId], clientId]) {
      provider.tamper = saying({ aud, azp: clientId })
      assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/dashboard')
    }
  })

  /** Removes the address from the token, and sets the answer of userinfo. */
  const telling = (type: string, body: () => string) => {
    provider.tamper = saying({ email: undefined, email_verified: undefined })
    provider.instead.set('/me', () => [200, body(), { 'content-type': type }])
  }
  const aboutAda = () => ({ iss: provider.issuer, aud: clientId, sub: 'ada', ...ada })
  const header = () => ({ alg: 'RS256', kid: provider.key.kid })

  // Red when readFurtherClaims reads JSON alone.
  test('a userinfo answer may be signed', async ({ assert }) => {
    for (const type of ['application/jwt', 'Application/JWT; charset=utf-8']) {
      telling(type, () => `${sign({ header: header(), claims: aboutAda() }, provider.key)}\n`)
      const browser = new SsoBrowser(app)
      assert.equal(await browser.goThrough(config, 'ada'), '/dashboard', type)
      assert.equal((await browser.me())?.email, ada.email)
    }
  })

  // Each red when readFurtherClaims does not check the claim or the signature.
  test('a userinfo answer with a wrong signature or claim is refused', async ({ assert }) => {
    const says = (more: object, head: object = {}, key = provider.key) =>
      sign({ header: { ...header(), ...head }, claims: { ...aboutAda(), ...more } }, key)
    const bad: [what: string, body: () => string, code: string][] = [
      ['another issuer', () => says({ iss: 'https://evil.example' }), 'issuer'],
      ['no issuer', () => says({ iss: undefined }), 'issuer'],
      ['another audience', () => says({ aud: 'another' }), 'audience'],
      ['another subject', () => says({ sub: 'bea' }), 'invalid'],
      ['no subject', () => says({ sub: undefined }), 'invalid'],
      ['a foreign key', () => says({}, {}, newKey(provider.key.kid)), 'signature'],
      ['no signature', () => says({}, { alg: 'none' }), 'algorithm'],
      ['nonsense', () => 'a.b.c', 'invalid'],
      ['JSON', () => JSON.stringify(aboutAda()), 'invalid'],
    ]
    for (const [what, body, code] of bad) {
      telling('application/jwt', body)
      assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), `/login?sso=${code}`, what)
    }
    for (const body of ['null', '7', '[]', '"text"', '{"sub":null}', '['.repeat(5_000)]) {
      telling('application/json', () => body)
      assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/login?sso=invalid', body)
    }
  })

  // Red when tolerantFetch passes on members that are null.
  test('a null in an answer counts as missing', async ({ assert }) => {
    provider.tamperAnswer = (body) => ({
      ...body,
      refresh_token: null,
      scope: null,
      expires_in: null,
      error: null,
      nothing: null,
    })
    provider.tamper = saying({ email: null, email_verified: null, azp: null, sid: null })
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'ada'), '/dashboard')
    assert.equal((await browser.me())?.email, ada.email)
    provider.tamperAnswer = (body) => ({ ...body, id_token: null })
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/login?sso=invalid')
  })

  test('a token answer of any JSON is refused', async ({ assert }) => {
    for (const body of ['null', '7', '[]', '"text"', '{}', `{"id_token":${'['.repeat(5_000)}`]) {
      provider.instead.set('/token', () => [200, body])
      assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/login?sso=invalid', body)
    }
  })

  /** Moves the clock until the server may fetch keys again. */
  const later = () => app.clock.advance(3_000)

  // Red when verifySigned does not fetch the keys again.
  test('changed keys do not fail a sign-in', async ({ assert }) => {
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/dashboard')
    await provider.restart(newKey('second'))
    later()
    const people = ['ada', 'bea'].map((login) => new SsoBrowser(app).goThrough(config, login))
    assert.deepEqual(await Promise.all(people), ['/dashboard', '/dashboard'])
    // Only the signature shows that a key with the same id is another one.
    await provider.restart(newKey(provider.key.kid))
    later()
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/dashboard')
    const metadata = await provider.metadata()
    // Red when only the keys are fetched again: their address may have changed.
    await provider.restart(newKey('third'))
    later()
    const keys = JSON.stringify({ keys: [provider.publicKey()] })
    const moved = { ...metadata, jwks_uri: `${provider.issuer}/moved` }
    provider.instead.set('/jwks', () => [404, '{}'])
    provider.instead.set('/moved', () => [200, keys])
    provider.instead.set(discoveryPath, () => [200, JSON.stringify(moved)])
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/dashboard')
  })

  // Red when discoverNewer ignores when it last fetched keys.
  test('the server fetches keys every two seconds at most', async ({ assert }) => {
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/dashboard')
    let asked = 0
    const keys = JSON.stringify({ keys: [provider.publicKey()] })
    provider.instead.set('/jwks', () => {
      asked++
      return [200, keys]
    })
    provider.tamper = ({ header, claims }) =>
      sign({ header: { ...header, kid: 'unknown' }, claims }, provider.key)
    later()
    for (const expected of [1, 1]) {
      assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/login?sso=keys')
      assert.equal(asked, expected)
    }
    later()
    assert.equal(await new SsoBrowser(app).goThrough(config, 'ada'), '/login?sso=keys')
    assert.equal(asked, 2)
  })

  test('a token without a key id is tried with each key', async ({ assert }) => {
    const keys = [newKey('another'), provider.key].map(publicPart)
    provider.instead.set('/jwks', () => [200, JSON.stringify({ keys: [null, ...keys] })])
    provider.tamper = ({ header: { kid: _, ...header }, claims }) =>
      sign({ header, claims }, provider.key)
    const fresh = await setUp(app, acme.admin, provider)
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(fresh, 'bea'), '/dashboard')
    provider.tamper = ({ header: { kid: _, ...header }, claims }) =>
      sign({ header, claims }, newKey('third'))
    assert.equal(await new SsoBrowser(app).goThrough(fresh, 'bea'), '/login?sso=signature')
  })

  // Red when exchanging the code has no time limit.
  test('a token endpoint that never answers is reported', async ({ assert }) => {
    provider.silent.add('/token')
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'ada'), '/login?sso=slow')
    assert.isNull(await browser.me())
  })

  test('a token endpoint that hangs up, or answers endlessly, is reported', async ({ assert }) => {
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

  // Red when answers are always read as UTF-8, or are not decompressed.
  test('its metadata may be compressed and in any charset', async ({ assert }) => {
    const elm = await app.tenant('elm')
    const one = await setUp(app, elm.admin, provider)
    const metadata = JSON.stringify({ ...(await provider.metadata()), ui_locales_supported: ['é'] })
    const headers = {
      'content-type': 'application/json; charset=utf-16le',
      'content-encoding': 'br',
    }
    const packed = zlib.brotliCompressSync(Buffer.from(metadata, 'utf16le'))
    provider.instead.set(discoveryPath, () => [200, packed, headers])
    assert.equal(await new SsoBrowser(app).goThrough(one, 'ada'), '/dashboard')
    const oak = await app.tenant('oak')
    const other = await setUp(app, oak.admin, provider)
    provider.instead.set(discoveryPath, () => [200, metadata, headers])
    assert.equal(await new SsoBrowser(app).begin(other), `${app.url}/login?sso=invalid`)
  })
})
