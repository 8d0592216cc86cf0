import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import type { Caller } from '@crossdock/kernel/testing'
import type { TestProvider } from '../../sso/tests/provider.js'
import { appAndProvider, setUp, SsoBrowser, type Config } from '../../sso/tests/signing_in.js'
import { put, set, type Refusal } from './support.js'

const people: TestProvider['people'] = {}
// The test provider knows these people from its start.
for (let at = 1; at <= 20; at++) {
  for (const who of ['admin', 'viewer']) {
    people[`${who}${at}`] = { email: `${who}@left${at}.example`, email_verified: true }
  }
}

test.group('Sign-in rules: an administrator who can sign in remains', (group) => {
  let app: TestApp
  let provider: TestProvider
  let acme: TestTenant
  let config: Config
  let boss: SsoBrowser
  let bossId: string
  let otherId: string
  /** A token of the other administrator, who has signed in only by mail. */
  let token: Caller
  let turn = 0

  group.setup(async () => {
    const made = await appAndProvider(people, 'localhost')
    ;({ app, provider } = made)
    return made.stop
  })
  group.each.setup(async () => {
    acme = await app.tenant(`left${++turn}`)
    config = await setUp(app, acme.admin, provider, {
      allowedDomains: [`${acme.subdomain}.example`],
    })
    boss = await byProvider('admin')
    bossId = await idOf(boss.jar)
    otherId = await idOf(acme.viewer)
    await app.ok('PUT', `/api/users/${otherId}`, { as: boss.jar, body: { role: 'admin' } })
    const made = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.viewer,
      body: { name: 'nightly' },
    })
    token = { headers: { authorization: `Bearer ${made.token}` } }
  })

  /** A person of the tenant who has signed in with the provider. */
  async function byProvider(who: 'admin' | 'viewer') {
    const browser = new SsoBrowser(app, new URL(config.callbackUrl).host)
    await browser.goThrough(config, `${who}${turn}`, '?anew=true')
    return browser
  }
  const idOf = async (as: Caller) =>
    (await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as })).user.id
  const turnOn = () => set(app, boss.jar, { ssoOnly: true })
  const costBoss = async (as: Caller) => [
    await app.call<Refusal>('PUT', `/api/users/${bossId}`, { as, body: { role: 'viewer' } }),
    await app.call<Refusal>('PUT', `/api/users/${bossId}`, { as, body: { isActive: false } }),
    await app.call<Refusal>('DELETE', `/api/users/${bossId}?successor=${otherId}`, { as }),
  ]

  // Red when isAnotherAdmin checks only addresses: for the person themselves, and for a token of an excluded
  // person.
  test('the only one known to a provider keeps the role', async ({ assert }) => {
    await turnOn()
    for (const as of [boss.jar, token]) {
      for (const { status, body } of await costBoss(as)) {
        assert.deepEqual([status, body.code], [409, 'E_LAST_ADMIN'])
        assert.include(body.message, 'the only active administrator whom the sign-in rules allow')
      }
    }
    await byProvider('viewer')
    const demoted = await app.call('PUT', `/api/users/${bossId}`, {
      as: token,
      body: { role: 'viewer' },
    })
    assert.equal(demoted.status, 200)
  })

  // Red when assertNotExcluded does not check the provider for tokens.
  test('a token can lift the rule only if a provider knows its owner', async ({ assert }) => {
    await turnOn()
    const refused = await put(app, token, { ssoOnly: false })
    assert.deepEqual([refused.status, refused.body.code], [403, 'E_SIGN_IN_RULE'])
    assert.equal((await app.call('GET', '/api/users', { as: token })).status, 200)
    await byProvider('viewer')
    assert.equal((await put(app, token, { ssoOnly: false })).status, 200)
  })

  // Red when isAnotherAdmin checks only addresses.
  test('a provider that maps roles keeps the last administrator it knows', async ({ assert }) => {
    await turnOn()
    await app.ok('PUT', `/api/oauth-configs/${config.id}`, {
      as: boss.jar,
      body: { settings: { mapsAtEachSignIn: true, defaultRole: 'viewer' } },
    })
    const again = await byProvider('admin')
    assert.equal((await again.me())?.role, 'admin')
    // Without the rule the other administrator remains.
    await set(app, again.jar, { ssoOnly: false })
    assert.equal((await (await byProvider('admin')).me())?.role, 'viewer')
  })
})
