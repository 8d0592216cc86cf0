import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { RoleLab } from './support.js'

interface Answer {
  role: { key: string; name: string; isBuiltIn: boolean } | null
  isSuperAdmin: boolean
  mayEnter: boolean
  permissions: {
    name: string
    domain: string
    isHeld: boolean
    reason: string
    givenBy: { key: string }[]
  }[]
}

test.group('Why a person has a permission', (group) => {
  let app: TestApp
  let lab: RoleLab

  group.setup(async () => {
    app = await bootApp()
    lab = new RoleLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const why = (id: string, as: Caller = lab.tenant.admin) =>
    app.call<Answer>('GET', `/api/users/${id}/permissions`, { as })
  const asked = async (id: string, as?: Caller) => (await why(id, as)).body
  const held = ({ permissions }: Answer) =>
    permissions.filter(({ isHeld }) => isHeld).map(({ name }) => name)
  const one = ({ permissions }: Answer, name: string) =>
    permissions.find((permission) => permission.name === name)!

  // Red when isHeld is computed from another role than the person's, or from an outdated one.
  test('comes from their role, for every permission', async ({ assert }) => {
    const role = await lab.make('Berth Planner', ['flows.run', 'assets.read'])
    for (const key of ['admin', 'editor', 'viewer', 'user', role.key]) {
      const person = await lab.person(key)
      const answer = await asked(person.id)
      assert.sameMembers(held(answer), await lab.mayDo(person.as), key)
      assert.equal(answer.role!.key, key)
      assert.sameMembers(
        answer.permissions.map(({ name }) => name),
        pluginHost.use().permissions.map(({ name }) => name)
      )
    }
    const planner = await asked((await lab.person(role.key)).id)
    assert.deepEqual(planner.role, { key: role.key, name: 'Berth Planner', isBuiltIn: false })
    const run = one(planner, 'flows.run')
    assert.equal(run.domain, 'flows')
    assert.equal(run.reason, 'The organization’s own role "Berth Planner" holds it.')
    assert.deepEqual(
      run.givenBy.map(({ key }) => key),
      ['admin', 'editor', role.key]
    )
    const write = one(planner, 'assets.write')
    assert.equal(write.reason, 'The role "Berth Planner" does not hold it.')
    assert.deepEqual(
      write.givenBy.map(({ key }) => key),
      ['admin', 'editor']
    )
    const viewer = await asked((await lab.person('viewer')).id)
    assert.equal(one(viewer, 'assets.read').reason, 'The built-in role "Viewer" holds it.')
  })

  test('a deactivated person, or an unknown role, has no permissions', async ({ assert }) => {
    const off = await lab.person('editor')
    await asOperator('a test deactivates a person', async () =>
      unscoped().from('users').where({ id: off.id }).update({ is_active: false })
    )
    const answer = await asked(off.id)
    assert.isFalse(answer.mayEnter)
    assert.deepEqual(held(answer), [])
    assert.equal(one(answer, 'assets.read').reason, 'Deactivated people have no permissions.')
    const lost = await asked((await lab.person('gone')).id)
    assert.isNull(lost.role)
    assert.deepEqual(held(lost), [])
    assert.include(one(lost, 'assets.read').reason, '"gone"')
  })

  // Red when findPerson does not check the tenant.
  test('is shown for people of the own tenant, to callers who may read people and roles', async ({
    assert,
  }) => {
    const other = new RoleLab(app, await app.tenant('bolt'))
    const stranger = await other.person('viewer')
    const own = await lab.person('viewer')
    const operator = (
      await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
        as: await app.superAdmin(),
      })
    ).user.id
    for (const id of [stranger.id, operator, 'none']) assert.equal((await why(id)).status, 404, id)
    const inAcme = {
      headers: { ...(await app.superAdmin()).headers, 'x-tenant': lab.tenant.id },
    }
    const oneself = await asked(operator, inAcme)
    assert.isTrue(oneself.isSuperAdmin)
    assert.lengthOf(held(oneself), oneself.permissions.length)
    assert.equal(one(oneself, 'roles.write').reason, 'Super administrators may do everything.')
    assert.equal((await why(own.id, lab.tenant.editor)).status, 200)
    for (const scopes of [['roles.read'], ['users.read']]) {
      assert.equal((await why(own.id, await lab.token(lab.tenant.admin, scopes))).status, 403)
    }
  })
})
