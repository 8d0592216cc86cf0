import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { RoleLab, type Person, type Role } from './support.js'

test.group('Nobody gives more by roles than they have', (group) => {
  let app: TestApp
  let lab: RoleLab
  let keeperRole: Role
  /** Manages roles and people without being an administrator. */
  let keeper: Person
  const keeping = ['roles.read', 'roles.write', 'users.read', 'users.write', 'assets.read']

  group.setup(async () => {
    app = await bootApp()
    lab = new RoleLab(app, await app.tenant('acme'))
    keeperRole = await lab.make('Keeper', keeping)
    keeper = await lab.person(keeperRole.key)
    return () => app.stop()
  })

  // Red when one of these leaves out the environment: it holds in every one.
  test('a token that is confined to an environment decides nothing for all of them', async ({
    assert,
  }) => {
    const role = await lab.make('Wide enough', ['assets.read'])
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: lab.tenant.admin,
      body: { name: 'confined', environment: 'production' },
    })
    const as = { headers: { authorization: `Bearer ${token}` } }
    const refused = [
      ['POST', '/api/roles', { name: 'Wider', permissions: ['assets.read'] }],
      ['PUT', `/api/roles/${role.id}`, { permissions: ['assets.read', 'users.read'] }],
      ['PUT', `/api/roles/${role.id}`, { permissions: [] }],
      ['DELETE', `/api/roles/${role.id}`, undefined],
      ['PUT', '/api/second-factor-rule', { required: false }],
    ] as const
    for (const [method, path, body] of refused) {
      const reply = await app.call<{ code: string; message: string }>(method, path, { as, body })
      assert.deepEqual([reply.status, reply.body.code], [403, 'E_GRANT'])
      assert.include(reply.body.message, 'confined to the environment')
    }
  })

  // Red when createRole does not ask assertMayGrant.
  test('none is made that may more than its maker, be that a person or a token', async ({
    assert,
  }) => {
    const narrow = await lab.token(lab.tenant.admin, ['roles.write', 'roles.read', 'assets.read'])
    for (const as of [keeper.as, narrow]) {
      const body = { name: 'Mighty', permissions: ['assets.read', 'tokens.write'] }
      const { status, body: refused } = await app.call<{ code: string; message: string }>(
        'POST',
        '/api/roles',
        { as, body }
      )
      assert.deepEqual([status, refused.code], [403, 'E_GRANT'])
      assert.include(refused.message, 'tokens.write')
      assert.notInclude(refused.message, 'assets.read')
    }
    assert.deepEqual((await lab.make('Modest', ['assets.read'], narrow)).permissions, [
      'assets.read',
    ])
  })

  // Red when updateRole does not ask assertMayGrant.
  test('none is changed so that it may more', async ({ assert }) => {
    const { id } = await lab.some(['assets.read'])
    for (const [role, permissions] of [
      [id, ['assets.read', 'flows.write']],
      [keeperRole.id, [...keeping, 'flows.write']],
    ] as const) {
      const { status, body } = await lab.change(role, { permissions }, keeper.as)
      assert.deepEqual([status, body.code], [403, 'E_GRANT'])
    }
    assert.equal((await lab.change(id, { permissions: [] }, keeper.as)).status, 200)
  })

  // Red when updateRole or deleteRole do not ask assertMayDecide.
  test('nobody decides about a role that may more than they', async ({ assert }) => {
    const { id, key } = await lab.some(['assets.read', 'tokens.write'])
    const person = await lab.person(key)
    const tries = [
      () => lab.change(id, { permissions: ['assets.read'] }, keeper.as),
      () => lab.change(id, { name: 'Renamed' }, keeper.as),
      () => lab.delete(id, 'viewer', keeper.as),
    ]
    for (const tried of tries) {
      const { status, body } = await tried()
      assert.deepEqual([status, body.code], [403, 'E_GRANT'])
      assert.match(body.message, /may do more than you: tokens\.write/)
    }
    assert.equal(await lab.roleOf(person), key)
    assert.lengthOf((await lab.show(id)).permissions, 2)
  })

  // Red when moveHolders does not ask for users.write.
  test('people are moved by those alone who may change people', async ({ assert }) => {
    const ofRoles = await lab.some(['roles.read', 'roles.write', 'assets.read'])
    const { as } = await lab.person(ofRoles.key)
    const held = await lab.some(['assets.read'])
    const person = await lab.person(held.key)
    const other = await lab.some(['assets.read'])
    const { status, body } = await lab.delete(held.id, other.key, as)
    assert.deepEqual([status, body.code], [403, 'E_FORBIDDEN'])
    assert.equal(await lab.roleOf(person), held.key)
    assert.equal((await lab.delete(other.id, undefined, as)).status, 204)
  })

  // Red when assertMayReplace does not ask assertMayGrant.
  test('none is deleted so that its holders may more than who deletes it', async ({ assert }) => {
    const role = await lab.some(['assets.read'])
    const person = await lab.person(role.key)
    const refused = await lab.delete(role.id, 'admin', keeper.as)
    assert.deepEqual([refused.status, refused.body.code], [403, 'E_GRANT'])
    assert.equal(await lab.roleOf(person), role.key)
    const modest = await lab.some(['assets.read'])
    assert.equal((await lab.delete(role.id, modest.key, keeper.as)).status, 204)
    assert.equal(await lab.roleOf(person), modest.key)
  })

  // Red when assertStaysInCharge is left out of updateRole, or of assertMayReplace.
  test('nobody takes from the role they hold what it takes to undo that', async ({ assert }) => {
    for (const lost of ['roles.read', 'roles.write', 'users.read', 'users.write']) {
      const permissions = keeping.filter((name) => name !== lost)
      const { status, body } = await lab.change(keeperRole.id, { permissions }, keeper.as)
      assert.deepEqual([status, body.code], [409, 'E_OWN_ROLE'], lost)
      assert.include(body.message, lost)
    }
    const token = await lab.token(keeper.as, keeping)
    assert.equal((await lab.change(keeperRole.id, { permissions: [] }, token)).status, 409)
    const weak = await lab.some(['assets.read'])
    const deleted = await lab.delete(keeperRole.id, weak.key, keeper.as)
    assert.deepEqual([deleted.status, deleted.body.code], [409, 'E_OWN_ROLE'])
    const kept = keeping.filter((name) => name !== 'assets.read')
    assert.equal((await lab.change(keeperRole.id, { permissions: kept }, keeper.as)).status, 200)
    assert.equal((await lab.change(keeperRole.id, { permissions: keeping })).status, 200)
  })

  test('nor one who may only read them', async ({ assert }) => {
    const role = await lab.some()
    const as = lab.tenant.editor
    assert.equal((await app.call('GET', '/api/roles', { as })).status, 200)
    assert.equal((await lab.change(role.id, { name: 'Mine' }, as)).status, 403)
    assert.equal((await lab.delete(role.id, undefined, as)).status, 403)
    const viewer = lab.tenant.viewer
    assert.equal((await app.call('GET', '/api/roles', { as: viewer })).status, 403)
    assert.equal((await app.call('GET', '/api/permissions', { as: viewer })).status, 200)
  })
})
