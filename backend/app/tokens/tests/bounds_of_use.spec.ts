import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { roleSources } from '@crossdock/backend/access'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { defineEvent, recordEvent } from '@crossdock/kernel/events'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'

interface Token {
  id: string
  token: string
  environmentId: string | null
  message: string
  code: string
}

const ownRoles = new Map<string, string[]>()

const roleChanged = defineEvent('tested_role_changed', {
  description: 'A probe',
  payload: vine.object({}),
})

const rolesOfTests = definePlugin({
  name: 'roles-of-tokens',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['access'],
  eventTypes: [roleChanged],
  contributes: [
    contribute(roleSources, (sources) =>
      sources.add('tokens-tests', { permissionsOf: async (role) => ownRoles.get(role) ?? null })
    ),
  ],
})

test.group('Permissions of a token at the time of use', (group) => {
  let app: TestApp
  let acme: TestTenant
  let keeper: Caller
  const make = (as: Caller, body: object = {}) =>
    app.ok<Token>('POST', '/api/api-tokens', { as, body: { name: 'made', ...body } })
  const refused = (as: Caller, body: object) =>
    app.call<Token>('POST', '/api/api-tokens', { as, body: { name: 'made', ...body } })
  const by = ({ token }: Token): Caller => ({ headers: { authorization: `Bearer ${token}` } })
  const status = async (token: Token, path: string, headers: Record<string, string> = {}) =>
    (await app.call('GET', path, { as: by(token), headers })).status
  const held = async (token: Token) =>
    (await app.ok<{ permissions: string[] }>('GET', '/api/auth/me', { as: by(token) })).permissions
  const stored = <T>(work: () => Promise<T>) =>
    app.inside(() => asOperator('a test changes what is stored', work))
  /** Changes a role like a domain that lets tenants change their roles. */
  const changeRole = (permissions: string[]) =>
    app.inside(() =>
      inTenant(acme.id, () =>
        transaction(async () => {
          ownRoles.set('keeper', permissions)
          await recordEvent(roleChanged, { target: { type: 'role', id: 'keeper' }, payload: {} })
        })
      )
    )

  group.setup(async () => {
    app = await bootApp({ plugins: [rolesOfTests] })
    acme = await app.tenant('acme')
    const email = 'keeper@acme.example'
    await app.ok('POST', '/api/users', { as: acme.admin, body: { email, role: 'viewer' } })
    ownRoles.set('keeper', ['assets.read', 'assets.write', 'tokens.write', 'users.read'])
    await stored(async () => unscoped().from('users').where({ email }).update({ role: 'keeper' }))
    keeper = await app.signIn(email, 'acme')
    return () => app.stop()
  })

  // Red when findToken uses the scopes as granted, or keeps a token cached when its owner's role changes.
  test('never more than a custom role has now', async ({ assert }) => {
    const narrow = await make(keeper, { scopes: ['users.read', 'assets.write'] })
    const wide = await make(keeper)
    const child = await make(by(wide))
    const tokens = [narrow, wide, child]
    for (const token of tokens) assert.equal(await status(token, '/api/users'), 200)

    await changeRole(['assets.read', 'tokens.write'])
    // Immediately: the commit recorded an event, which dropped the cached identity.
    for (const token of tokens) assert.equal(await status(token, '/api/users'), 403)
    assert.deepEqual(await held(narrow), [])
    assert.sameMembers(await held(wide), ['assets.read', 'tokens.write'])
    assert.sameMembers(await held(child), ['assets.read', 'tokens.write'])
    assert.equal((await refused(keeper, { scopes: ['users.read'] })).body.code, 'E_GRANT')
    assert.equal((await refused(by(wide), { scopes: ['users.read'] })).body.code, 'E_GRANT')

    await changeRole(['assets.read', 'users.read', 'activity.read', 'tokens.write'])
    assert.deepEqual(await held(narrow), ['users.read'])
    assert.include(await held(wide), 'activity.read')
    // At its creation it got the permissions of its creator, by name.
    assert.notInclude(await held(child), 'activity.read')

    ownRoles.delete('keeper')
    await until('the role to be gone', async () => (await held(wide)).length === 0)
    ownRoles.set('keeper', ['assets.read', 'assets.write', 'tokens.write', 'users.read'])
  })

  // Red when findToken returns null, or scopeWithin lets the header decide.
  test('a token of one environment works only there, whatever a request names', async ({
    assert,
  }) => {
    const path = '/api/tenant/environments'
    const [production] = await app.ok<{ id: string }[]>('GET', path, { as: acme.admin })
    const other = crypto.randomUUID()
    await stored(async () => {
      const row = await unscoped().from('tenant_environments').where('id', production!.id).first()
      const made = { ...row, id: other, name: 'testing', display_name: 'Testing' }
      await unscoped().insertQuery().table('tenant_environments').insert(made)
    })
    const bound = await make(acme.admin, { environment: 'production' })
    assert.equal(bound.environmentId, production!.id)
    assert.equal((await make(acme.admin)).environmentId, null)
    assert.equal(await status(bound, path), 200)
    for (const named of ['production', production!.id]) {
      assert.equal(await status(bound, path, { 'x-environment': named }), 200)
    }
    // A row that was inserted manually becomes visible after a while.
    const elsewhere = await until('the other environment', async () => {
      const reply = await app.call<{ message: string; code: string }>('GET', path, {
        as: by(bound),
        headers: { 'x-environment': other },
      })
      return reply.status !== 404 && reply
    })
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'E_ENVIRONMENT'])
    assert.include(elsewhere.body.message, other)

    const body = { name: 'by a bound token', type: 'folder' }
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as: by(bound), body })
    const event = await stored(async () =>
      unscoped().from('middleware_events').where('target_id', id).firstOrFail()
    )
    assert.equal(event.environment_id, production!.id)
  })

  // Red when createToken passes no environment to assertMayGrant, or gives children any.
  test('its children have the same environment', async ({ assert }) => {
    const bound = await make(acme.admin, { environment: 'production' })
    assert.equal((await make(by(bound))).environmentId, bound.environmentId)
    const wider = await refused(by(bound), { environment: null })
    assert.deepEqual([wider.status, wider.body.code], [403, 'E_GRANT'])
  })

  // Red when findEnvironmentId passes the resolver's error on, or calls it outside of a tenant.
  test('an unknown environment is refused, and outside of tenants there is none', async ({
    assert,
  }) => {
    const unknown = await refused(acme.admin, { environment: 'staging' })
    assert.equal(unknown.status, 422)
    assert.include(unknown.body.message, 'staging')
    assert.equal((await refused(await app.superAdmin(), { environment: 'x' })).status, 422)
  })

  test('a token of a deleted environment is refused', async ({ assert }) => {
    const bound = await make(acme.admin, { environment: 'production' })
    await stored(async () =>
      unscoped().from('api_tokens').where('id', bound.id).update({ environment_id: newerId })
    )
    await until(
      'the token to be refused',
      async () => (await status(bound, '/api/tenant/environments')) === 401
    )
    assert.equal(await status(bound, '/api/assets'), 401)
  })
})

const newerId = crypto.randomUUID()
