import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { RoleLab, type Person, type Role } from './support.js'

test.group('No caller grants more by roles than they have', (group) => {
  let app: TestApp
  let lab: RoleLab
  let keeperRole: Role
  /** Manages roles and people, but is no administrator. */
  let keeper: Person
  const keeping = ['roles.read', 'roles.write', 'users.read', 'users.write', 'assets.read']

  group.setup(async () => {
    app = await bootApp()
    lab = new RoleLab(app, await app.tenant('acme'))
    keeperRole = await lab.make('Keeper', keeping)
    keeper = await lab.person(keeperRole.key)
    return () => app.stop()
  })

  // Red when one of these ignores the environment: a role applies in every one.
  test('a token of one environment cannot change roles, which apply to all', async ({ assert }) => {
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

  // Red when createRole does not call assertMayGrant.
  test('a new role has no more permissions than its creator, a person or a token', async ({
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

  // Red when updateRole does not call assertMayGrant.
  test('a change adds no permission that the caller lacks', async ({ assert }) => {
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

  // Red when updateRole or deleteRole do not call assertMayDecide.
  test('a role with more permissions than the caller cannot be changed', async ({ assert }) => {
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
      assert.match(body.message, /has permissions you do not hold: tokens\.write/)
    }
    assert.equal(await lab.roleOf(person), key)
    assert.lengthOf((await lab.show(id)).permissions, 2)
  })

  // Red when moveHolders does not check users.write.
  test('only callers who may change people can give them a replacement', async ({ assert }) => {
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

  // Red when assertMayReplace does not call assertMayGrant.
  test('a replacement has no more permissions than the caller', async ({ assert }) => {
    const role = await lab.some(['assets.read'])
    const person = await lab.person(role.key)
    const refused = await lab.delete(role.id, 'admin', keeper.as)
    assert.deepEqual([refused.status, refused.body.code], [403, 'E_GRANT'])
    assert.equal(await lab.roleOf(person), role.key)
    const modest = await lab.some(['assets.read'])
    assert.equal((await lab.delete(role.id, modest.key, keeper.as)).status, 204)
    assert.equal(await lab.roleOf(person), modest.key)
  })

  // Red when updateRole or assertMayReplace do not call assertStaysInCharge.
  test('callers cannot remove what they need to undo the change from their own role', async ({
    assert,
  }) => {
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

  test('a caller who may only read roles changes nothing', async ({ assert }) => {
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
