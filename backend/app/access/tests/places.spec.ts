import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { anotherCode, Browser, linkTokens, operator } from './support.js'

test.group('sign-in without an organization', (group) => {
  let app: TestApp
  let tenants: TestTenant[]
  const join = async (email: string, ...joined: TestTenant[]) => {
    for (const tenant of joined) {
      await app.ok('POST', '/api/users', { as: tenant.admin, body: { email, role: 'viewer' } })
    }
    return email
  }
  const tenantIn = async (browser: Browser) => {
    const { body } = await browser.send<{ tenant: { subdomain: string } | null }>(
      'GET',
      '/api/auth/me'
    )
    return body.tenant?.subdomain ?? null
  }

  group.setup(async () => {
    app = await bootApp()
    tenants = [await app.tenant('acme'), await app.tenant('bolt')]
    return () => app.stop()
  })

  test('with one membership, code and link sign in directly', async ({ assert }) => {
    const email = await join('solo@people.example', tenants[0]!)
    const browser = new Browser(app)
    const mail = await browser.mail(email)
    assert.equal(mail.subject, 'Sign in to Acme Freight')
    assert.lengthOf(linkTokens(mail.text), 1)
    assert.equal((await browser.code(email, mail.code)).status, 200)
    assert.equal(await tenantIn(browser), 'acme')

    const other = new Browser(app)
    const { token } = await other.mail(email)
    assert.equal((await other.link(token)).status, 200)
    assert.equal(await tenantIn(other), 'acme')
  })

  test('with several memberships the mail has a link for each', async ({ assert }) => {
    const email = await join('links@people.example', ...tenants)
    const browser = new Browser(app)
    const { text, code } = await browser.mail(email)
    const [acme, bolt] = linkTokens(text)
    assert.match(text, /Sign in to Acme Freight:\n\S+\n\nSign in to Bolt Freight:\n\S+\n/)
    assert.equal((await browser.link(bolt!)).status, 200)
    assert.equal(await tenantIn(browser), 'bolt')
    // The whole mail is used up.
    const later = new Browser(app)
    assert.equal((await later.link(acme!, { confirm: true })).status, 401)
    assert.equal((await browser.code(email, code)).status, 401)
  })

  // Red when a right code starts a session before a place is chosen, or is used up by that.
  test('with several memberships a right code lists the places, and signs in to the chosen one', async ({
    assert,
  }) => {
    const email = await join('choice@people.example', ...tenants)
    const browser = new Browser(app)
    const { code } = await browser.mail(email)
    assert.notProperty((await browser.code(email, anotherCode(code))).body, 'organizations')
    const shown = await browser.code(email, code)
    assert.equal(shown.status, 200)
    assert.isUndefined(shown.body.redirectUrl)
    assert.deepEqual(
      shown.body.organizations?.map(({ name, subdomain }) => [name, subdomain]),
      [
        ['Acme Freight', 'acme'],
        ['Bolt Freight', 'bolt'],
      ]
    )
    assert.isNull(await browser.me())
    const bolt = shown.body.organizations![1]!.id
    assert.equal((await browser.code(email, code, bolt)).status, 200)
    assert.equal(await tenantIn(browser), 'bolt')
    assert.equal((await browser.code(email, code, 'acme')).status, 401)
  })

  // Red when tries count only for the named organization.
  test('five wrong codes use the mail up, whichever places they name', async ({ assert }) => {
    const email = await join('guess@people.example', ...tenants)
    const browser = new Browser(app)
    const { code } = await browser.mail(email)
    const wrong = anotherCode(code)
    for (const place of ['acme', 'bolt', undefined, 'acme', 'missing']) {
      assert.equal((await browser.code(email, wrong, place)).status, 401)
    }
    for (const place of ['acme', 'bolt', undefined]) {
      assert.equal((await browser.code(email, code, place)).status, 401)
    }
  })

  test('a super administrator signs in without a tenant; other places have links', async ({
    assert,
  }) => {
    await join(operator, ...tenants)
    const browser = new Browser(app)
    const { code, text } = await browser.mail(operator)
    assert.match(text, /Sign in as administrator:\n\S+\n\nSign in to Acme Freight:/)
    assert.equal((await browser.code(operator, code)).status, 200)
    assert.isNull(await tenantIn(browser))
    assert.equal(await browser.me(), operator)

    const other = new Browser(app)
    const [, acme] = linkTokens((await other.mail(operator)).text)
    assert.equal((await other.link(acme!)).status, 200)
    assert.equal(await tenantIn(other), 'acme')
  })

  test('the requested path is in the link and in the answer', async ({ assert }) => {
    const email = await join('deep@people.example', tenants[0]!)
    const next = '/integrations?tab=activity&q=a%20b'
    const browser = new Browser(app)
    const { text, code } = await browser.mail(email, undefined, next)
    const link = new URL(/http\S+\/login\?\S+/.exec(text)![0])
    assert.equal(link.searchParams.get('next'), next)
    const reply = await browser.code(email, code, undefined, { next })
    assert.equal(reply.body.redirectUrl, next)
  })

  // Red when the validators accept any text for `next`.
  test('only paths of this site are accepted', async ({ assert }) => {
    const bad = ['', 'x', '//evil.example', '/\\evil.example', 'https://evil.example', '/a//b']
    const worse = ['javascript:alert(1)', '/a b', '/\n/evil', '/\u0000', `/${'a'.repeat(1000)}`]
    for (const next of [...bad, ...worse]) {
      const email = 'deep@people.example'
      for (const [path, body] of [
        ['magic-link', { email }],
        ['verify-code', { email, code: '123456' }],
        ['verify-link', { token: 'a'.repeat(40) }],
      ] as const) {
        const reply = await app.call<{ errors: { field: string }[] }>('POST', `/api/auth/${path}`, {
          body: { ...body, next },
        })
        assert.equal(reply.status, 422, `${path} ${next}`)
        assert.deepEqual(
          reply.body.errors.map(({ field }) => field),
          ['next']
        )
      }
    }
  })
})
