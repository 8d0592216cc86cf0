// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { beginningsPerProvider } from '../limits.js'
import { discoveryPath, type TestProvider } from './provider.js'
import { appAndProvider, setUp, SsoBrowser, type Config } from './signing_in.js'

test.group('Limits of single sign-on', (group) => {
  let app: TestApp
  let provider: TestProvider
  let acme: TestTenant
  let config: Config

  group.setup(async () => {
    const made = await appAndProvider()
    ;({ app, provider } = made)
    acme = await app.tenant('acme')
    config = await setUp(app, acme.admin, provider)
    return made.stop
  })

  const within = (network: string) => ({ 'x-forwarded-for': network })

  // Red when providers() does not count, or counts all networks as one.
  test('a network may ask for the providers of three hundred organizations', async ({ assert }) => {
    const ask = (network: string) =>
      app.call('GET', '/api/auth/oidc?organization=acme', { headers: within(network) })
    for (let at = 0; at < 300; at++) assert.equal((await ask('198.51.100.1')).status, 200)
    assert.equal((await ask('198.51.100.1')).status, 429)
    assert.equal((await ask('198.51.100.2')).status, 200)
  })

  // Red when the callback does not count refused answers.
  test('a network has fifty refused answers, and must then wait', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    const answer = async (network: string) => {
      const { headers } = await browser.get('/api/auth/oidc/callback?state=a', within(network))
      return headers.get('location')!.split('sso=')[1]
    }
    for (let at = 0; at < 50; at++) assert.equal(await answer('198.51.100.3'), 'expired')
    assert.equal(await answer('198.51.100.3'), 'too_many')
    assert.equal(await answer('198.51.100.4'), 'expired')
  })

  // Red when beginSignIn does not count, or counts all providers as one.
  test('a provider has a limit of begun sign-ins from all networks', async ({ assert }) => {
    const bolt = await app.tenant('bolt')
    const other = await setUp(app, bolt.admin, provider)
    const browser = new SsoBrowser(app)
    assert.include(await browser.begin(config), provider.issuer)
    await app.inside(async () => {
      while (await beginningsPerProvider.tryUse(config.id));
    })
    assert.match(await browser.begin(config), /\/login\?sso=too_many$/)
    assert.include(await browser.begin(other), provider.issuer)
  })

  // Red when testConfig does not count, or counts all tenants as one.
  test('a tenant has thirty tests of connections', async ({ assert }) => {
    const globex = await app.tenant('globex')
    const { id } = await setUp(app, globex.admin, provider)
    provider.instead.set(discoveryPath, () => [404, '{}'])
    const again = (one: string, { admin }: TestTenant) =>
      app.call('POST', `/api/oauth-configs/${one}/test`, { as: admin })
    // One of them was for the setup.
    for (let at = 1; at < 30; at++) assert.equal((await again(id, globex)).status, 200)
    assert.equal((await again(id, globex)).status, 429)
    assert.equal((await again(config.id, acme)).status, 200)
    provider.instead.clear()
  })
})
