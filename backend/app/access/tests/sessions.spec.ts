import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { settings } from '@crossdock/kernel/settings'
import { sessionOf, type Caller } from '@crossdock/kernel/testing'
import { alter, Browser, minutesAgo, operator, rows } from './support.js'

test.group('sessions', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  /** A new person with a session. */
  async function newcomer() {
    const email = `newcomer-${++turn}@acme.example`
    await app.ok('POST', '/api/users', { as: acme.admin, body: { email, role: 'admin' } })
    const browser = new Browser(app)
    const { code } = await browser.mail(email, 'acme')
    const reply = await browser.code(email, code, 'acme')
    const [user] = await rows<{ id: string }>('users', { email })
    return { email, userId: user!.id, reply, browser, as: browser.jar }
  }
  const refusal = async (as: Caller, language = 'en') => {
    const headers = { 'accept-language': language }
    const { status, body } = await app.call<{ code: string; message: string }>(
      'GET',
      '/api/auth/me',
      { as, headers }
    )
    return { status, code: body.code, message: body.message }
  }
  const status = async (as: Caller) => (await app.call('GET', '/api/auth/me', { as })).status

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  test('cookies: the session is for the server only, the CSRF token for the page', async ({
    assert,
  }) => {
    const { reply } = await newcomer()
    const [session, csrf] = reply.headers.getSetCookie()
    assert.match(
      session!,
      /^crossdock_session=[\w-]{43}; Max-Age=\d+; Path=\/;.* HttpOnly; SameSite=Lax$/
    )
    assert.match(csrf!, /^XSRF-TOKEN=[0-9a-f]{64};/)
    assert.notMatch(csrf!, /HttpOnly/)
    assert.notMatch(session!, /Secure/)
  })

  // Red when the CSRF token is not compared.
  test('changes need the CSRF token of this session', async ({ assert }) => {
    const [me, other] = [await newcomer(), await newcomer()]
    const cookie = me.as.headers.cookie!
    const create = (headers: Record<string, string>) =>
      app.call<{ code: string }>('POST', '/api/api-tokens', { headers, body: { name: 'x' } })
    const missing = await create({ cookie })
    assert.equal(missing.status, 403)
    assert.equal(missing.body.code, 'E_CSRF')
    const stale = await create({ cookie, 'x-xsrf-token': other.as.headers['x-xsrf-token']! })
    assert.equal(stale.body.code, 'E_CSRF')
    assert.equal((await create(me.as.headers)).status, 201)
    assert.equal((await app.call('GET', '/api/api-tokens', { headers: { cookie } })).status, 200)
  })

  test('a browser that lost the CSRF cookie gets it back', async ({ assert }) => {
    const { as } = await newcomer()
    const cookie = as.headers.cookie!.split('; ')[0]!
    const reply = await app.call('GET', '/api/auth/me', { headers: { cookie } })
    assert.equal(sessionOf(reply).headers['x-xsrf-token'], as.headers['x-xsrf-token'])
    const unchanged = await app.call('GET', '/api/auth/me', { as })
    assert.lengthOf(unchanged.headers.getSetCookie(), 0)
  })

  // Red when the answer has the host of the request.
  test('has the host of the installation, even when called at another host', async ({ assert }) => {
    const { as } = await newcomer()
    const { host } = await app.ok<{ host: string }>('GET', '/api/auth/me', { as })
    const ours = await app.inside(async () => settings.use().APP_URL)
    assert.equal(host, new URL(ours).host)
    assert.notEqual(host, new URL(app.url).host)
  })

  // Red when endSession() deletes nothing, or signing out needs no CSRF token.
  test('signing out ends the session and deletes the cookies', async ({ assert }) => {
    const { as } = await newcomer()
    const cookie = as.headers.cookie!
    const forged = await app.call('POST', '/api/auth/logout', { headers: { cookie } })
    assert.equal(forged.status, 403)
    assert.equal(await status(as), 200)
    const reply = await app.call('POST', '/api/auth/logout', { as })
    assert.equal(reply.status, 204)
    for (const cookie of reply.headers.getSetCookie())
      assert.match(cookie, /^[\w-]+=;.* Expires=Thu, 01 Jan 1970/)
    assert.equal(await status(as), 401)
    assert.equal((await app.call('POST', '/api/auth/logout', { as })).status, 204)
  })

  // Red when signOut checks only the CSRF token.
  test('a page of a former session does not sign out its successor', async ({ assert }) => {
    const [me, other] = [await newcomer(), await newcomer()]
    const { session } = await app.ok<{ session: { id: string } }>('GET', '/api/auth/me', {
      as: other.as,
    })
    const headers = { 'x-session': session.id }
    const reply = await app.call<{ code: string }>('POST', '/api/auth/logout', {
      as: me.as,
      headers,
    })
    assert.equal(reply.status, 409)
    assert.equal(reply.body.code, 'E_SESSION_CHANGED')
    assert.lengthOf(reply.headers.getSetCookie(), 0)
    assert.equal(await status(me.as), 200)
    assert.equal(await status(other.as), 200)
    await app.ok('POST', '/api/auth/logout', { as: other.as, headers })
    assert.equal(await status(other.as), 401)
  })

  // Red when verify-code does not require the CSRF token of the session it would end.
  test('signing in again on an own page ends the previous session', async ({ assert }) => {
    const { email, as, browser } = await newcomer()
    const { code } = await browser.mail(email, 'acme')
    const own = as.headers['x-xsrf-token']!
    const forged = await browser.send(
      'POST',
      '/api/auth/verify-code',
      { email, code, tenantId: 'acme' },
      { 'x-xsrf-token': '' }
    )
    assert.equal(forged.body.code, 'E_CSRF')
    assert.equal(await status(as), 200)
    assert.equal((await browser.code(email, code, 'acme')).status, 200)
    assert.equal(await status(as), 401)
    assert.equal(await browser.me(), email)
    assert.notEqual(browser.jar.headers['x-xsrf-token'], own)
  })

  // Red when assertOwnPage compares nothing, or only for writing methods, or after the CSRF token.
  test('a request for another session is refused before anything happens', async ({ assert }) => {
    const { email, browser, as: before } = await newcomer()
    const session = async (as: Caller) =>
      (await app.ok<{ session: { id: string } }>('GET', '/api/auth/me', { as })).session.id
    const former = await session(before)
    const { code } = await browser.mail(email, 'acme')
    await browser.code(email, code, 'acme')
    const current = await session(browser.jar)
    assert.notEqual(current, former)
    const send = (method: string, id: string, body?: unknown) =>
      app.call<{ code: string; message: string }>(method, '/api/api-tokens', {
        as: browser.jar,
        headers: { 'x-session': id },
        body,
      })
    for (const [method, body] of [['GET'], ['POST', '{"name"']] as const) {
      for (const wrong of [former, '', 'x']) {
        const reply = await send(method, wrong, body)
        assert.equal(reply.status, 409)
        assert.equal(reply.body.code, 'E_SESSION_CHANGED')
        assert.match(reply.body.message, /Reload the page/)
      }
    }
    assert.equal((await send('GET', current)).status, 200)
    assert.equal((await send('POST', current, { name: 'mine' })).status, 201)
    const gone = { cookie: before.headers.cookie!, 'x-session': former }
    assert.equal((await app.call('GET', '/api/api-tokens', { headers: gone })).status, 401)
  })

  test('a token has no session', async ({ assert }) => {
    const me = await app.ok('GET', '/api/auth/me', { as: acme.token })
    assert.containsSubset(me, { session: null })
  })

  // Red when last_seen_at or expires_at is not checked.
  test('a session ends after an idle day, and after two weeks at the latest', async ({
    assert,
  }) => {
    const [idle, old] = [await newcomer(), await newcomer()]
    await alter('sessions', { user_id: idle.userId }, { last_seen_at: minutesAgo(23 * 60) })
    assert.equal(await status(idle.as), 200)
    const [seen] = await rows<{ last_seen_at: string }>('sessions', { user_id: idle.userId })
    assert.isAbove(Date.parse(seen!.last_seen_at), Date.now() - 60_000)
    await alter('sessions', { user_id: idle.userId }, { last_seen_at: minutesAgo(24 * 60 + 1) })
    assert.equal(await status(idle.as), 401)
    await alter('sessions', { user_id: old.userId }, { expires_at: minutesAgo(0) })
    assert.equal(await status(old.as), 401)
  })

  test('a deactivated person is signed out immediately', async ({ assert }) => {
    const { userId, as } = await newcomer()
    await alter('users', { id: userId }, { is_active: false })
    assert.equal(await status(as), 401)
  })

  // Red when the trigger deletes the sessions, when startSession() deletes those that it ended, or when the guard does
  // not ask why a session has ended.
  test('only browsers of a deactivated person learn that they are deactivated', async ({
    assert,
  }) => {
    const { userId, as, email } = await newcomer()
    await alter('users', { id: userId }, { is_active: false })
    const { as: colleague } = await newcomer()
    assert.deepEqual(await refusal(as), {
      status: 401,
      code: 'E_DEACTIVATED',
      message:
        'Your account is deactivated. Ask an administrator of your organization to reactivate it.',
    })
    assert.match((await refusal(as, 'de')).message, /^Ihr Konto ist deaktiviert\./)
    await app.ok('POST', '/api/auth/logout', { as: colleague })
    assert.equal((await refusal(colleague)).code, 'E_UNAUTHENTICATED')
    assert.equal((await refusal({ headers: {} })).code, 'E_UNAUTHENTICATED')
    // Public operations stay open with the cookie.
    assert.equal((await new Browser(app).requestMail(email, 'acme')).status, 200)
    await alter('users', { id: userId }, { is_active: true })
    assert.equal((await refusal(as)).code, 'E_UNAUTHENTICATED')
  })

  // Red when the trigger deletes the sessions of a tenant.
  test('browsers of a suspended tenant learn that it is suspended', async ({ assert }) => {
    const other = await app.tenant('resting')
    await alter('tenants', { id: other.id }, { status: 'suspended' })
    const { code, message } = await refusal(other.admin)
    assert.equal(code, 'E_SUSPENDED')
    assert.match(message, /is suspended, so you cannot sign in\. Ask the operator/)
    await alter('tenants', { id: other.id }, { status: 'active' })
    assert.equal((await refusal(other.admin)).code, 'E_UNAUTHENTICATED')
  })

  // Red when liveSession() does not check `mayEnter`: a sign-in that ends after the deactivation leaves its
  // session.
  test('a remaining session does not admit a deactivated person', async ({ assert }) => {
    const { userId, as } = await newcomer()
    const [session] = await rows<{ expires_at: string }>('sessions', { user_id: userId })
    await alter('users', { id: userId }, { is_active: false })
    await alter('sessions', { user_id: userId }, { expires_at: session!.expires_at })
    assert.equal(await status(as), 401)
  })

  // Red without the triggers of `#endSignIns` in 1_create_access_tables.
  test('after a reactivation of a person or tenant, people have to sign in again', async ({
    assert,
  }) => {
    const { userId, as, email, browser } = await newcomer()
    const { token } = await browser.mail(email, 'acme')
    await alter('users', { id: userId }, { last_name: 'Renamed' })
    assert.equal(await status(as), 200)
    await alter('users', { id: userId }, { is_active: false })
    await alter('users', { id: userId }, { is_active: true })
    assert.equal(await status(as), 401)
    assert.equal((await browser.link(token, { confirm: true })).status, 401)
    const { code } = await browser.mail(email, 'acme')
    assert.equal((await browser.code(email, code, 'acme')).status, 200)

    const other = await app.tenant('paused')
    await alter('tenants', { id: other.id }, { status: 'suspended' })
    await alter('tenants', { id: other.id }, { status: 'active' })
    assert.equal(await status(other.admin), 401)
    assert.equal(await status(acme.admin), 200)
  })

  test('a suspended tenant is closed immediately, but stays open for super administrators', async ({
    assert,
  }) => {
    const other = await app.tenant('suspended')
    await alter('tenants', { id: other.id }, { status: 'suspended' })
    assert.equal(await status(other.admin), 401)
    const as = await app.superAdmin()
    const headers = { 'x-tenant': 'suspended' }
    assert.equal((await app.call('GET', '/api/users', { as, headers })).status, 200)
  })

  test('an unknown cookie is no session', async ({ assert }) => {
    for (const value of ['', 'x', 'a'.repeat(43), "' or 1=1 --"]) {
      const cookie = `crossdock_session=${encodeURIComponent(value)}`
      assert.equal((await app.call('GET', '/api/auth/me', { headers: { cookie } })).status, 401)
    }
  })
})

test.group('sessions behind https', (group) => {
  let app: TestApp
  group.setup(async () => {
    app = await bootApp({ settings: { APP_URL: 'https://crossdock.example' } })
    return () => app.stop()
  })

  // Red when cookies lose the prefix or one of its requirements: Secure, Path=/ and no Domain.
  test('links use https, and cookies belong to this host only', async ({ assert }) => {
    const browser = new Browser(app)
    const { code, text } = await browser.mail(operator)
    assert.include(text, 'https://crossdock.example/login?token=')
    const unprefixed = new Browser(app)
    const reply = await browser.code(operator, code)
    const cookies = reply.headers.getSetCookie()
    const names = cookies.map((cookie) => cookie.split('=')[0])
    assert.sameMembers(names, [
      '__Host-crossdock_session',
      '__Host-XSRF-TOKEN',
      '__Host-crossdock_sign_in',
      '__Host-crossdock_device',
    ])
    for (const cookie of cookies) {
      assert.match(cookie, /; Path=\/;/)
      assert.match(cookie, /; Secure/)
      assert.notMatch(cookie, /Domain/i)
    }
    assert.equal(await browser.me(), operator)
    unprefixed.jar = { headers: { cookie: browser.jar.headers.cookie!.replaceAll('__Host-', '') } }
    assert.isNull(await unprefixed.me())
  })
})
