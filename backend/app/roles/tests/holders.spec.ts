// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { bootApp, FeedReader, until, type Caller, type TestApp } from '@crossdock/backend/testing'
import { roles } from '@crossdock/backend/access'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { RoleLab } from './support.js'

test.group('The holders of a role', (group) => {
  let app: TestApp
  let lab: RoleLab

  group.setup(async () => {
    app = await bootApp()
    lab = new RoleLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const status = async (as: Caller, path = '/api/assets') =>
    (await app.call('GET', path, { as })).status

  test('are counted, listed, and affected by changes immediately', async ({ assert }) => {
    const role = await lab.some(['assets.read'])
    const [one, two] = [await lab.person(role.key), await lab.person(role.key)]
    assert.equal((await lab.show(role.id)).holders, 2)
    const people = await app.ok<{ id: string }[]>(
      'GET',
      `/api/users?filter={"role":"${role.key}"}`,
      {
        as: lab.tenant.admin,
      }
    )
    assert.sameMembers(
      people.map(({ id }) => id),
      [one.id, two.id]
    )
    const token = await lab.token(one.as, [])
    for (let turn = 0; turn < 10; turn++) {
      for (const as of [one.as, two.as, token]) assert.equal(await status(as), 200)
      await lab.change(role.id, { permissions: ['dashboard.read'] })
      for (const as of [one.as, two.as, token]) assert.equal(await status(as), 403)
      await lab.change(role.id, { permissions: ['assets.read'] })
    }
  })

  // Red when deleteRole does not count, or counts the holders of another role.
  test('prevent the deletion of the role', async ({ assert }) => {
    const role = await lab.some(['assets.read'])
    const one = await lab.person(role.key)
    const single = await lab.delete(role.id)
    assert.deepEqual([single.status, single.body.code], [409, 'E_ROLE_HELD'])
    assert.include(single.body.message, 'One person holds the role')
    await lab.person(role.key)
    assert.include((await lab.delete(role.id)).body.message, '2 people hold the role')
    assert.equal(await lab.roleOf(one), role.key)
    for (const replacement of [role.key, 'unknown', 'x'.repeat(50)]) {
      assert.equal((await lab.delete(role.id, replacement)).status, 422, replacement)
    }
    assert.equal((await lab.delete(role.id, 'x'.repeat(51))).status, 422)
    assert.equal((await lab.show(role.id)).holders, 2)
  })

  // Red when moveHolders records no event: sessions and tokens lose all permissions for up to three seconds.
  test('have the other role immediately, in sessions, tokens and open streams', async ({
    assert,
  }) => {
    for (let turn = 0; turn < 5; turn++) {
      const role = await lab.some(['assets.read'])
      const person = await lab.person(role.key)
      const token = await lab.token(person.as, [])
      const feed = await FeedReader.open(app.url, '/api/events/stream', person.as)
      await until('the feed to begin', () => feed.lastEventId)
      for (const as of [person.as, token]) assert.equal(await status(as), 200)
      assert.equal((await lab.delete(role.id, 'editor')).status, 204)
      for (const as of [person.as, token]) assert.equal(await status(as, '/api/users'), 200)
      assert.equal(await lab.roleOf(person), 'editor')
      await until('the feed to end', () => feed.ended)
      assert.equal((await app.call('GET', `/api/roles/${role.id}`, { as: person.as })).status, 404)
    }
    const events = await asOperator('a test looks at the log', async () =>
      unscoped().from('middleware_events').where('event_type', 'role_replaced').select('target_id')
    )
    assert.lengthOf(events, 5)
    assert.equal(events[0].target_id, lab.tenant.id)
  })

  test('have no permissions without an existing role', async ({ assert }) => {
    const role = await lab.some(['assets.read'])
    assert.equal((await lab.delete(role.id)).status, 204)
    const person = await lab.person(role.key)
    assert.deepEqual(await lab.mayDo(person.as), [])
    assert.equal(await status(person.as), 403)
  })

  /** Whether a session waits for a row of another one. */
  const isWaitedFor = () =>
    sessionAt(app.database.databaseUrl!, async (client) => {
      const { rows } = await client.query(
        `select pid from pg_stat_activity where wait_event_type = 'Lock'
         and datname = current_database() and query like '%roles%for update%'`
      )
      return rows.length > 0
    })

  if (testDatabase === 'pg') {
    // Red when isKnown does not lock the role, or deleteRole does not.
    test('are waited for while the role is being given', async ({ assert }) => {
      const role = await lab.some(['assets.read'])
      const person = await lab.person('viewer')
      let deleting: ReturnType<RoleLab['delete']> | undefined
      let isDone = false
      await inTenant(lab.tenant.id, () =>
        transaction(async () => {
          const known = { tenantId: lab.tenant.id, role: role.key }
          assert.isTrue(await roles.use().isKnown(known))
          deleting = lab.delete(role.id)
          void deleting.then(() => (isDone = true))
          await until('the deletion to wait', async () => isDone || (await isWaitedFor()))
          assert.isFalse(isDone)
          await unscoped().from('users').where('id', person.id).update({ role: role.key })
        })
      )
      const { status: answered, body } = await deleting!
      assert.deepEqual([answered, body.code], [409, 'E_ROLE_HELD'])
    })
  }
})
