// onBothDatabases: the first spec of its domain
import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { originsOf, subdomainOf, asOperator } from '@crossdock/kernel/tenancy'
import type { TestProvider } from './provider.js'
import { appAndProvider, setUp, SsoBrowser, type Config } from './signing_in.js'

const ada = { email: 'ada@people.example', email_verified: true }

test.group('Signing in at the address of an organization', (group) => {
  let app: TestApp
  let provider: TestProvider
  let acme: TestTenant
  let config: Config
  let main: URL

  group.setup(async () => {
    const made = await appAndProvider({ ada }, 'localhost')
    ;({ app, provider } = made)
    acme = await app.tenant('acme')
    await app.tenant('bolt')
    config = await setUp(app, acme.admin, provider)
    main = new URL(config.callbackUrl)
    return made.stop
  })

  const at = (subdomain: string) => new SsoBrowser(app, `${subdomain}.${main.host}`)
  const here = () => new SsoBrowser(app, main.host)
  const whereTo = async (browser: SsoBrowser, { pathname, search }: URL) =>
    new URL((await browser.get(pathname + search)).headers.get('location')!)

  test('an organization has two addresses, which belong to no other', async ({ assert }) => {
    await app.inside(async () => {
      assert.deepEqual(originsOf('acme'), [main.origin, `http://acme.${main.host}`])
      for (const subdomain of [null, '', 'a.b', 'a/b', 'evil.example#', 'a@b']) {
        assert.deepEqual(originsOf(subdomain), [main.origin], String(subdomain))
      }
      assert.equal(subdomainOf(`Acme.${main.host}`), 'acme')
      assert.equal(subdomainOf('acme.localhost'), 'acme')
      for (const host of ['localhost', 'a.b.localhost', 'acmelocalhost', '.localhost', null]) {
        assert.isNull(subdomainOf(host), String(host))
      }
    })
    const asked = await at('acme').get('/api/auth/organization')
    assert.deepEqual(asked.body, { subdomain: 'acme' })
    assert.deepEqual((await here().get('/api/auth/organization')).body, { subdomain: null })
  })

  // Red when the callback ignores where the sign-in began, or that is not stored.
  test('a sign-in that begins there returns there', async ({ assert }) => {
    const browser = at('acme')
    const back = await browser.visit.signIn(await browser.begin(config, '?next=/assets'), 'ada')
    assert.equal(back.origin, main.origin)
    // The same browser has no cookie at the address of APP_URL.
    const onward = await whereTo(here(), back)
    assert.equal(onward.origin, `http://acme.${main.host}`)
    const entered = await whereTo(browser, onward)
    assert.equal(entered.href, `http://acme.${main.host}/assets`)
    assert.containSubset(await browser.me(), { email: ada.email, tenantId: acme.id })
    // Works once.
    assert.match((await whereTo(browser, onward)).href, /acme\.localhost:\d+\/login\?sso=expired$/)
    assert.match((await whereTo(here(), back)).href, /localhost:\d+\/login\?sso=expired$/)
  })

  // Red when any browser at the organization's address can complete it.
  test('only in the browser that began it', async ({ assert }) => {
    const browser = at('acme')
    const back = await browser.visit.signIn(await browser.begin(config), 'ada')
    const onward = await whereTo(here(), back)
    const other = at('acme')
    await other.begin(config)
    assert.match((await whereTo(other, onward)).href, /\/login\?sso=browser$/)
    assert.isNull(await other.me())
    const elsewhere = at('bolt')
    await elsewhere.begin(config)
    assert.match(
      (await whereTo(elsewhere, onward)).href,
      /bolt\.localhost:\d+\/login\?sso=browser$/
    )
    await whereTo(browser, onward)
    assert.isNotNull(await browser.me())
  })

  // Red when beginSignIn does not check that the address belongs to the provider's tenant.
  test('a sign-in cannot begin at the address of another organization, or at an unknown one', async ({
    assert,
  }) => {
    for (const name of ['bolt', 'unknown']) {
      assert.match(await at(name).begin(config), /\/login\?sso=address$/)
    }
    // The address of the request never decides where people are sent.
    for (const host of ['evil.example', `evil.example.${main.host}.evil.example`, '127.0.0.1']) {
      const to = new URL(await new SsoBrowser(app, host).begin(config))
      assert.equal(to.origin, main.origin, host)
    }
  })

  // Red when the stored origin is trusted: APP_URL, or the organization's subdomain, may have changed.
  test('a sign-in does not return to a former address of the organization', async ({ assert }) => {
    const browser = at('acme')
    const back = await browser.visit.signIn(await browser.begin(config), 'ada')
    await asOperator('a test moves where it was begun', async () =>
      unscoped().from('oauth_sign_ins').update({ origin: 'https://acme.former.example' })
    )
    const to = await whereTo(here(), back)
    assert.equal(to.origin, main.origin)
    assert.match(to.href, /\/login\?sso=browser$/)
  })

  test('a sign-in that begins at APP_URL stays there', async ({ assert }) => {
    const browser = here()
    const back = await browser.visit.signIn(await browser.begin(config), 'ada')
    assert.equal((await whereTo(browser, back)).href, `${main.origin}/dashboard`)
    assert.isNotNull(await browser.me())
  })

  const askFor = async (host: string, email: string) => {
    const { text } = await app.mailTo(email, async () => {
      const body = { email, tenantId: 'acme' }
      await app.ok('POST', '/api/auth/magic-link', { body, headers: { 'x-forwarded-host': host } })
    })
    return new URL(/http\S+\/login\?token=\S+/.exec(text)![0]).origin
  }

  // Red when links use any address they were requested at.
  test('links in mails use the address of the request, if it belongs to the organization', async ({
    assert,
  }) => {
    const email = 'editor@acme.example'
    assert.equal(await askFor(`acme.${main.host}`, email), `http://acme.${main.host}`)
    assert.equal(await askFor(main.host, email), main.origin)
    assert.equal(await askFor(`bolt.${main.host}`, 'viewer@acme.example'), main.origin)
    assert.equal(await askFor('evil.example', 'viewer@acme.example'), main.origin)
  })

  // Red when a sibling domain counts as own, or requests of other hosts pass.
  test('only pages of the organization may send requests there', async ({ assert }) => {
    const sent = async (origin: string, host: string) => {
      const body = { email: 'unknown@acme.example' }
      const headers = { origin, 'x-forwarded-host': host }
      return (await app.call('POST', '/api/auth/magic-link', { body, headers })).status
    }
    const [own, sibling] = [`acme.${main.host}`, `bolt.${main.host}`]
    assert.equal(await sent(`http://${own}`, own), 200)
    assert.equal(await sent(main.origin, own), 200)
    assert.equal(await sent(`http://${sibling}`, own), 403)
    assert.equal(await sent(`http://${own}`, main.host), 403)
    assert.equal(await sent(`https://${own}`, own), 403)
  })
})
