import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { claimIn } from '../provider/claims.js'
import type { TestProvider } from './provider.js'
import { appAndProvider, markProven, setUp, SsoBrowser, type Config } from './signing_in.js'

const person = (name: string, more: object = {}) => ({
  email: `${name}@people.example`,
  email_verified: true,
  realm_access: { roles: ['dock', 'staff'] },
  ...more,
})
const people = {
  ada: person('ada'),
  bea: person('bea', { 'corp.roles': ['boss'] }),
  cid: person('cid', { contact: { mail: 'Cid.Quay@people.example', mail_verified: true } }),
  dov: person('dov', { contact: { mail: 'dov.quay@people.example' } }),
}

test.group('Claims', (group) => {
  let app: TestApp
  let provider: TestProvider
  let acme: TestTenant
  let config: Config

  group.setup(async () => {
    const made = await appAndProvider(people)
    ;({ app, provider } = made)
    acme = await app.tenant('acme')
    config = await setUp(app, acme.admin, provider)
    return made.stop
  })

  const change = (settings: object) =>
    app.ok('PUT', `/api/oauth-configs/${config.id}`, { as: acme.admin, body: { settings } })
  const enter = async (login: string) => {
    const browser = new SsoBrowser(app)
    const to = await browser.goThrough(config, login)
    return { to, me: await browser.me() }
  }

  // Red when names are split before the full name is tried, or never, or inherited properties are read.
  test('are found by name first, and by path', ({ assert }) => {
    const claims = { 'a.b': 1, a: { b: 2, c: { d: 3 }, list: ['x'] }, text: 'x' }
    assert.equal(claimIn(claims, 'a.b'), 1)
    assert.equal(claimIn(claims, 'a.c.d'), 3)
    assert.deepEqual(claimIn(claims, 'a.list'), ['x'])
    for (const name of [
      'a.c.x',
      'text.length',
      'a.list.0',
      'constructor.name',
      '__proto__',
      '.',
      '',
    ]) {
      assert.isUndefined(claimIn(claims, name), name)
    }
  })

  test('give roles by path, and by a name that has dots itself', async ({ assert }) => {
    const roleMapping = [
      { claim: 'corp.roles', value: 'boss', role: 'editor' },
      { claim: 'realm_access.roles', value: 'dock', role: 'viewer' },
    ]
    await change({ roleMapping })
    assert.equal((await enter('ada')).me?.role, 'viewer')
    assert.equal((await enter('bea')).me?.role, 'editor')
  })

  /** The provider is off until its current setup was tested. */
  const reading = async (emailClaim: string) => {
    await change({ emailClaim })
    await app.ok('POST', `/api/oauth-configs/${config.id}/test`, { as: acme.admin })
    await markProven(config.id)
    const body = { isActive: true }
    await app.ok('PUT', `/api/oauth-configs/${config.id}`, { as: acme.admin, body })
  }

  // Red when the address is read from its usual claim, or another claim verifies it.
  test('give the address with its verification', async ({ assert }) => {
    await reading('contact.mail')
    assert.equal((await enter('cid')).me?.email, 'cid.quay@people.example')
    assert.equal((await enter('dov')).to, '/login?sso=unverified')
    await reading('email')
    assert.equal((await enter('dov')).me?.email, 'dov@people.example')
  })

  // Red when a deleted role is given.
  test('give no deleted role', async ({ assert }) => {
    const { id, key } = await app.ok<{ id: string; key: string }>('POST', '/api/roles', {
      as: acme.admin,
      body: { name: 'Night shift', permissions: ['assets.read'] },
    })
    const roleMapping = [{ claim: 'realm_access.roles', value: 'dock', role: key }]
    await change({ roleMapping, mapsAtEachSignIn: true, defaultRole: 'viewer' })
    assert.equal((await enter('ada')).me?.role, key)
    await app.call('DELETE', `/api/roles/${id}?replacement=user`, { as: acme.admin })
    assert.equal((await enter('ada')).me?.role, 'viewer')
  })
})
