import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { signInLinks } from '../contracts/index.js'
import { mac } from '../tokens.js'
import { Browser, rows } from './support.js'

interface Link {
  email: string
  organization: string | null
  needsConfirmation: boolean
  signedInAs: string | null
}

test.group('codes and links belong to the requesting browser', (group) => {
  let app: TestApp
  let acme: TestTenant
  const invite = async (name: string) => {
    const email = `${name}@acme.example`
    await app.ok('POST', '/api/users', { as: acme.admin, body: { email, role: 'viewer' } })
    return email
  }
  const signedIn = async (email: string) => {
    const browser = new Browser(app)
    const { code } = await browser.mail(email, 'acme')
    await browser.code(email, code, 'acme')
    return browser
  }

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  // Red when openTokens ignores the browser.
  test('a code works only in the browser that requested it', async ({ assert }) => {
    const email = await invite('code')
    const [asked, other, stranger] = [new Browser(app), new Browser(app), new Browser(app)]
    const { code } = await asked.mail(email, 'acme')
    await other.mail(email, 'acme')
    assert.equal((await other.code(email, code, 'acme')).status, 401)
    const refused = await stranger.code(email, code, 'acme')
    assert.equal(refused.status, 401)
    assert.match(refused.body.message, /only where it was requested/)
    assert.equal((await asked.code(email, code, 'acme')).status, 200)
  })

  // Red when the seal does not include the address.
  test('a browser cannot use its mark for another address', async ({ assert }) => {
    const [mine, theirs] = [await invite('mine'), await invite('theirs')]
    const browser = new Browser(app)
    const { code } = await browser.mail(mine, 'acme')
    const reply = await browser.code(theirs, code, 'acme')
    assert.match(reply.body.message, /only where it was requested/)
    assert.equal((await browser.code(mine, code, 'acme')).status, 200)
  })

  // Red when the seal does not include the expiry, or the expiry is not checked.
  test('a mark expires even if the browser keeps the cookie', async ({ assert }) => {
    const email = await invite('kept')
    const browser = new Browser(app)
    const { code } = await browser.mail(email, 'acme')
    const { jar } = browser
    const [secret, end, seal] = jar.headers.cookie!.split('crossdock_sign_in=')[1]!.split('.')
    const attempt = (...parts: string[]) => {
      browser.jar = { headers: { ...jar.headers, cookie: `crossdock_sign_in=${parts.join('.')}` } }
      return browser.code(email, code, 'acme')
    }
    const sealed = (time: number) => mac('crossdock_sign_in', `${email} ${secret} ${time}`)
    assert.closeTo(Number(end) - Date.now(), 60 * 60_000, 60_000)
    const [past, later] = [Date.now() - 1000, Number(end) + 1000]
    for (const parts of [[String(past), sealed(past)], [String(later), seal!], [seal!]]) {
      const reply = await attempt(secret!, ...parts)
      assert.match(reply.body.message, /only where it was requested/)
    }
    assert.equal((await attempt(secret!, String(later), sealed(later))).status, 200)
  })

  test('a second request leaves the first code valid', async ({ assert }) => {
    const email = await invite('again')
    const browser = new Browser(app)
    const { code } = await browser.mail(email, 'acme')
    await browser.mail(email, 'acme')
    assert.equal((await browser.code(email, code, 'acme')).status, 200)
  })

  // Red when verify-link does not require `confirm`.
  test('a link opened in another browser shows the account and waits', async ({ assert }) => {
    const email = await invite('link')
    const signIns = async () => {
      const events = await rows<{ payload: string }>('middleware_events', {
        event_type: 'user_signed_in',
      })
      return events.filter(({ payload }) => payload.includes(email)).length
    }
    const [asked, other] = [new Browser(app), new Browser(app)]
    const { token } = await asked.mail(email, 'acme')
    // A mail scanner opens the link like this.
    await other.send('GET', `/login?token=${token}`)
    await other.send('HEAD', `/login?token=${token}`)
    const shown = await other.look<Link>(token)
    assert.deepEqual(shown.body, {
      email,
      organization: 'Acme Freight',
      needsConfirmation: true,
      signedInAs: null,
    })
    const refused = await other.link(token)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'E_CONFIRM_SIGN_IN')
    assert.isNull(await other.me())
    assert.isFalse((await asked.look<Link>(token)).body.needsConfirmation)
    assert.isNull(await asked.me())
    assert.equal(await signIns(), 0)
    assert.equal((await other.link(token, { confirm: true })).status, 200)
    assert.equal(await other.me(), email)
    assert.equal(await signIns(), 1)
  })

  test('a link without a requesting browser waits in every browser', async ({ assert }) => {
    const email = await invite('welcome')
    const [user] = await rows<{ id: string }>('users', { email })
    const token = new URL(await signInLinks.use().create(user!.id)).searchParams.get('token')!
    const browser = new Browser(app)
    await browser.mail(email, 'acme')
    assert.isTrue((await browser.look<Link>(token)).body.needsConfirmation)
    assert.equal((await browser.link(token)).status, 409)
    assert.equal((await browser.link(token, { confirm: true })).status, 200)
  })

  // Red when verify-link ignores the session, or accepts `confirm` without the CSRF token.
  test('a foreign link changes nothing over a live session without click and CSRF token', async ({
    assert,
  }) => {
    const [victim, attacker] = [await invite('victim'), await invite('attacker')]
    const browser = await signedIn(victim)
    const { token } = await new Browser(app).mail(attacker, 'acme')
    const shown = await browser.look<Link>(token)
    assert.containsSubset(shown.body, { email: attacker, signedInAs: victim })
    const forged = (body: object) =>
      browser.send('POST', '/api/auth/verify-link', { token, ...body }, { 'x-xsrf-token': '' })
    for (const body of [{}, { confirm: true }]) {
      const reply = await forged(body)
      assert.equal(reply.status, 403)
      assert.equal(reply.body.code, 'E_CSRF')
    }
    assert.equal((await browser.link(token)).status, 409)
    assert.equal(await browser.me(), victim)
    assert.equal((await browser.link(token, { confirm: true })).status, 200)
    assert.equal(await browser.me(), attacker)
  })

  test('the own link waits over a live session, too', async ({ assert }) => {
    const email = await invite('twice')
    const browser = await signedIn(email)
    const { token } = await browser.mail(email, 'acme')
    assert.equal((await browser.link(token)).status, 409)
    assert.equal(await browser.me(), email)
  })

  test('an unknown token reveals nothing', async ({ assert }) => {
    const browser = new Browser(app)
    const unknown = await browser.look('a'.repeat(40))
    assert.equal(unknown.status, 401)
    assert.equal(unknown.body.code, 'E_SIGN_IN')
    const confirmed = await browser.link('a'.repeat(40), { confirm: true })
    assert.equal(confirmed.status, 401)
    assert.equal(confirmed.body.message, unknown.body.message)
  })
})
