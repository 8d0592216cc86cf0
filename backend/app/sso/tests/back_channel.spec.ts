import { test } from '@japa/runner'
import { FeedReader, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { clientId, newKey, parsed, sign, type IdToken, type TestProvider } from './provider.js'
import { appAndProvider, setUp, SsoBrowser, type Config } from './signing_in.js'

const verified = { email_verified: true }
const people = {
  ada: { email: 'ada@people.example', ...verified },
  bea: { email: 'bea@people.example', ...verified },
}
const seconds = () => Math.floor(Date.now() / 1000)
const event = 'http://schemas.openid.net/event/backchannel-logout'

test.group('Signing out at the identity provider', (group) => {
  let app: TestApp
  let provider: TestProvider
  let acme: TestTenant
  let config: Config

  group.setup(async () => {
    const made = await appAndProvider(people)
    ;({ app, provider } = made)
    acme = await app.tenant('acme')
    config = await setUp(app, acme.admin, provider)
    provider.backChannel = `${app.url}/api/auth/oidc/${config.id}/logout`
    return made.stop
  })
  group.each.teardown(() => {
    provider.tamperLogout = ({ raw }) => raw
    provider.logouts.length = 0
  })

  const enter = async (login: string) => {
    const browser = new SsoBrowser(app)
    const to = await browser.goThrough(config, login)
    if (to !== '/dashboard') throw new Error(to)
    return browser
  }
  /** Signs out at the provider, at the address Crossdock names. */
  const leave = async (browser: SsoBrowser) => {
    const { body } = await browser.get('/api/auth/oidc/logout')
    await browser.visit.signOut((body as { url: string }).url)
  }
  /** Claims of a logout token; `sub` and `sid` as the provider gives them. */
  const claims = (more: Record<string, unknown> = {}) => ({
    iss: provider.issuer,
    aud: clientId,
    iat: seconds(),
    exp: seconds() + 120,
    jti: crypto.randomUUID(),
    sub: 'ada',
    events: { [event]: {} },
    ...more,
  })
  const header = () => ({ alg: 'RS256', kid: provider.key.kid, typ: 'logout+jwt' })
  const send = (more: Record<string, unknown>, head: IdToken['header'] = {}, key = provider.key) =>
    provider.logOut(sign({ header: { ...header(), ...head }, claims: claims(more) }, key))

  // Red when sessions are not found by their sid, or other sessions end, too.
  test('ends the session from it and its stream immediately, and no other session', async ({
    assert,
  }) => {
    const browser = await enter('ada')
    const [second, other] = [await enter('ada'), await enter('bea')]
    const feed = await FeedReader.open(app.url, '/api/events/stream', browser.jar)
    await until('the feed to start', () => feed.lastEventId)
    await leave(browser)
    await until('the logout token', () => provider.logouts.length)
    assert.deepEqual(
      provider.logouts.map(({ status }) => status),
      [200]
    )
    assert.isNull(await browser.me())
    await until('the feed to end', () => feed.ended)
    assert.isNotNull(await second.me())
    assert.isNotNull(await other.me())
    // Red when a token may be used twice.
    const again = await app.call<{ code: string; message: string }>(
      'POST',
      `/api/auth/oidc/${config.id}/logout`,
      {
        body: new URLSearchParams({ logout_token: provider.logouts[0]!.token }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }
    )
    assert.deepEqual([again.status, again.body.code], [400, 'E_LOGOUT_TOKEN'])
    assert.match(again.body.message, /replayed/)
    assert.match(again.headers.get('cache-control')!, /no-store/)
  })

  test('a token with only the subject ends all of their sessions from the provider, and no other', async ({
    assert,
  }) => {
    const [one, two, other] = [await enter('ada'), await enter('ada'), await enter('bea')]
    const byMail = await app.signIn(people.ada.email, 'acme')
    assert.equal(await send({}), 200)
    assert.isNull(await one.me())
    assert.isNull(await two.me())
    assert.isNotNull(await other.me())
    assert.equal((await app.call('GET', '/api/auth/me', { as: byMail })).status, 200)
    assert.equal(await send({ sub: 'unknown' }), 200)
  })

  // Red when sessions are looked up only by subject.
  test('sessions from another provider of the organization continue', async ({ assert }) => {
    const other = await setUp(app, acme.admin, provider)
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(other, 'ada'), '/dashboard')
    assert.equal(await send({}), 200)
    assert.isNotNull(await browser.me())
  })

  const nothing = undefined
  // Each red when readLogoutToken misses the check.
  const bad: Record<string, () => Promise<number>> = {
    'another issuer': () => send({ iss: 'https://evil.example' }),
    'another audience': () => send({ aud: 'another' }),
    'a second audience': () => send({ aud: [clientId, 'another'] }),
    'an expired one': () => send({ exp: seconds() - 60 }),
    'one without an expiry': () => send({ exp: nothing }),
    'one of the future': () => send({ iat: seconds() + 600, exp: seconds() + 900 }),
    'one of long ago': () => send({ iat: seconds() - 3_600 }),
    'one without a time': () => send({ iat: nothing }),
    'one without an id': () => send({ jti: nothing }),
    'one without a subject': () => send({ sub: nothing }),
    'one about a subject with a null character': () => send({ sub: 'a\u0000b' }),
    'one about half a letter': () => send({ sub: 'a\ud800' }),
    'one without an event': () => send({ events: nothing }),
    'one of another event': () => send({ events: { 'https://evil.example': {} } }),
    'an event that is no object': () => send({ events: { [event]: true } }),
    'one with a nonce': () => send({ nonce: 'n' }),
    'one for another purpose': () => send({}, { typ: 'at+jwt' }),
    'a foreign key with the same id': () => send({}, {}, newKey(provider.key.kid)),
    'an unknown key': () => send({}, { kid: 'unknown' }),
    'the algorithm of a shared secret': () => send({}, { alg: 'HS256' }),
    'no signature': () =>
      provider.logOut(sign({ header: { ...header(), alg: 'none' }, claims: claims() })),
    nonsense: () => provider.logOut('a.b.c'),
  }

  test('texts that are not logout tokens end nothing', async ({ assert }) => {
    const browser = await enter('ada')
    for (const [what, sent] of Object.entries(bad)) {
      assert.equal(await sent(), 400, what)
      assert.isNotNull(await browser.me(), what)
    }
    const { status } = await fetch(`${app.url}/api/auth/oidc/unknown/logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: 'a.b.c' }),
    })
    assert.equal(status, 400)
    // An ID token of the same provider, which is not secret.
    let idToken = ''
    provider.tamper = ({ raw }) => (idToken = raw)
    await enter('bea')
    provider.tamper = undefined
    assert.equal(await provider.logOut(idToken), 400)
    assert.isNotNull(await browser.me())
  })

  test('a token changed in transit ends nothing', async ({ assert }) => {
    const browser = await enter('ada')
    provider.tamperLogout = ({ raw, claims: said, header: head }) =>
      [sign({ header: head, claims: { ...said, sid: undefined } }), raw.split('.')[2]].join('')
    await leave(browser)
    await until('the logout token', () => provider.logouts.length)
    assert.equal(provider.logouts[0]!.status, 400)
    assert.isNotNull(await browser.me())
    assert.equal(parsed(provider.logouts[0]!.token).claims.sub, 'ada')
  })

  // Red when readLogoutToken uses only cached keys.
  test('changed keys are found immediately', async ({ assert }) => {
    const browser = await enter('ada')
    assert.equal(await send({ sub: 'unknown' }), 200)
    await provider.restart(newKey('later'))
    app.clock.advance(3_000)
    assert.equal(await send({}), 200)
    assert.isNull(await browser.me())
  })

  // Red when refused tokens are not counted, or valid ones are. The last test: it uses up the limit of this address.
  test('many refused tokens block further ones for a while, but never valid ones', async ({
    assert,
  }) => {
    let tries = 0
    while ((await provider.logOut('a.b.c')) !== 429) assert.isBelow(++tries, 60)
    assert.equal(await send({ sub: 'unknown' }), 200)
  })
})
