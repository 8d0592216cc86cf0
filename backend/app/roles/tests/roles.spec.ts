import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { asOwner } from '../../../kernel/database/tests/refused_commits.js'
import { RoleLab, type Refused, type Role } from './support.js'

test.group('Roles', (group) => {
  let app: TestApp
  let lab: RoleLab
  let other: RoleLab

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    lab = new RoleLab(app, await app.tenant('acme'))
    other = new RoleLab(app, await app.tenant('bolt'))
    return () => app.stop()
  })

  const refusal = (as = lab.tenant.admin, body: object) =>
    app.call<Refused>('POST', '/api/roles', { as, body })

  test('every tenant has the built-in ones, with permissions and number of holders', async ({
    assert,
  }) => {
    const roles = await other.list('?filter={"isBuiltIn":true}&sort=["key","ASC"]')
    assert.deepEqual(
      roles.map(({ id, key, name, holders }) => [id, key, name, holders]),
      [
        ['admin', 'admin', 'Administrator', 1],
        ['editor', 'editor', 'Editor', 1],
        ['user', 'user', 'User', 0],
        ['viewer', 'viewer', 'Viewer', 1],
      ]
    )
    const all = pluginHost.use().permissions.map(({ name }) => name)
    assert.sameMembers(roles[0]!.permissions, all)
    const ofViewers = ['agents.read', 'assets.read', 'dashboard.read', 'flows.read', 'sync.read']
    assert.deepEqual(roles[3]!.permissions, ofViewers)
    assert.deepEqual(roles[3]!.permissions, await other.mayDo(other.tenant.viewer))
  })

  test('are in the language of their reader', async ({ assert }) => {
    const headers = { ...lab.tenant.admin.headers, 'accept-language': 'de' }
    const { name } = await app.ok<Role>('GET', '/api/roles/viewer', { as: { headers } })
    assert.equal(name, 'Betrachter')
    const permissions = await app.ok<{ name: string; description: string }[]>(
      'GET',
      '/api/permissions',
      { as: { headers } }
    )
    const read = permissions.find((permission) => permission.name === 'assets.read')
    assert.equal(read!.description, 'Dateien und Ordner sehen')
  })

  test('a custom one is created, shown by id and key, filtered, sorted and changed', async ({
    assert,
  }) => {
    const made = await lab.make('Quay Auditor', ['flows.read', 'activity.read', 'flows.read'])
    assert.deepInclude(made, {
      key: 'quay-auditor',
      isBuiltIn: false,
      permissions: ['activity.read', 'flows.read'],
      holders: 0,
    })
    assert.deepEqual(await lab.show(made.id), made)
    assert.deepEqual(await lab.show('quay-auditor'), made)
    const found = await lab.list(`?filter=${JSON.stringify({ id: [made.id, 'viewer'] })}`)
    assert.sameMembers(
      found.map(({ key }) => key),
      ['quay-auditor', 'viewer']
    )
    assert.deepEqual(await lab.list('?filter={"key":"quay-auditor"}'), [made])
    const [first] = await lab.list('?sort=["name","DESC"]&range=[0,0]')
    assert.equal(first!.key, 'viewer')

    const changed = await lab.change(made.id, { name: 'Auditor', description: 'Looks on' })
    assert.deepInclude(changed.body, {
      key: 'quay-auditor',
      name: 'Auditor',
      permissions: made.permissions,
    })
    assert.equal((await lab.change('quay-auditor', { permissions: [] })).body.permissions.length, 0)
    assert.equal((await lab.change(made.id, { description: null })).body.description, null)
  })

  // Red when the answer is read after the commit, for a new role or a changed one.
  test('a failing answer leaves nothing stored', async ({ assert, cleanup }) => {
    const before = await lab.some()
    const rename = (from: string, to: string) =>
      asOwner(app.database, `alter table ${from} rename to ${to}`)
    await rename('counters', 'counters_away')
    const back = () => rename('counters_away', 'counters')
    let isAway = true
    cleanup(async () => void (isAway && (await back())))
    const body = { name: 'Half stored', permissions: [] }
    const made = await app.call('POST', '/api/roles', { as: lab.tenant.admin, body })
    const changed = await lab.change(before.id, { name: 'Half changed' })
    await back()
    isAway = false
    assert.deepEqual([made.status, changed.status], [500, 500])
    assert.lengthOf(await lab.list('?filter={"key":"half-stored"}'), 0)
    assert.deepEqual(await lab.show(before.id), before)
  })

  test('keys are derived from names, and unique', async ({ assert }) => {
    const key = async (name: string) => (await lab.make(name)).key
    assert.equal(await key('Größe & Maß'), 'grosse-mass')
    assert.equal(await key('grosse mass'), 'grosse-mass-2')
    assert.equal(await key('倉庫'), 'role')
    assert.equal(await key('港'), 'role-2')
    assert.equal(await key('admin.'), 'admin-2')
    const long = await key(`${'x'.repeat(49)} y`)
    assert.equal(long, 'x'.repeat(49))
    assert.equal(await key(`${'x'.repeat(49)}-`), `${'x'.repeat(48)}-2`)
  })

  /**
   * Red when names are compared as written: letters here are Cyrillic, Greek, small capitals, Cherokee and
   * full-width, or have marks, overlays, soft hyphens or extra blanks. Red when built-in names are checked in
   * English only.
   */
  test('names are unique, whatever their case or alphabet, built-in ones included', async ({
    assert,
  }) => {
    await lab.make('Night Shift')
    const written = ['night SHIFT', 'Night  Shift', 'N\u0131ght Sh\u0131ft', 'Night\u2800 Shift']
    const drawn = [
      'Аdministratοr',
      'a\u0501min',
      'ѵiewer',
      'ediтor',
      'ᴀᴅᴍɪɴ',
      'ᎪDMIN',
      'admin\u0335',
      'Ａｄｍｉｎｉｓｔｒａｔｏｒ',
    ]
    for (const name of ['Administrator', 'viewer', 'Bearbeiter', ...written, ...drawn]) {
      const { status, body } = await refusal(undefined, { name })
      assert.equal(status, 409, name)
      assert.equal(body.code, 'E_NAME_TAKEN')
    }
    // Invisible characters are refused immediately.
    assert.equal((await refusal(undefined, { name: 'Nig\u00ADht Shift' })).status, 422)
    const { id } = await lab.make('Day Shift')
    assert.equal((await lab.change(id, { name: 'Night shift' })).status, 409)
    assert.equal((await lab.change(id, { name: 'day shift' })).status, 200)
    assert.equal((await other.make('Night Shift')).key, 'night-shift')
  })

  // Red without lockRoles (PostgreSQL).
  test('parallel creations get different keys, and names stay unique', async ({ assert }) => {
    const names = ['Twin!', 'Twin?', 'Twin.', 'Twin,', 'Twin;', 'Twin!', 'Twin?']
    const replies = await Promise.all(
      names.map((name) =>
        app.call<Role>('POST', '/api/roles', { as: lab.tenant.admin, body: { name } })
      )
    )
    const made = replies.filter(({ status }) => status === 201).map(({ body }) => body.key)
    assert.lengthOf(made, 5)
    assert.lengthOf(new Set(made), 5)
    assert.lengthOf(
      replies.filter(({ status }) => status === 409),
      2
    )
  })

  test('unknown permissions are refused; those of removed plugins stay without effect', async ({
    assert,
  }) => {
    const unknown = await refusal(undefined, { name: 'Flyer', permissions: ['assets.fly'] })
    assert.equal(unknown.status, 422)
    assert.include(unknown.body.message, 'assets.fly')
    const role = await lab.some(['assets.read'])
    assert.equal((await lab.change(role.id, { permissions: ['assets.fly'] })).status, 422)

    const permissions = JSON.stringify(['assets.read', 'gone.read'])
    await asOperator('a test installs a plugin that goes again', async () =>
      unscoped().from('roles').where({ id: role.id }).update({ permissions })
    )
    const shown = await lab.show(role.id)
    assert.deepEqual(shown.permissions, ['assets.read', 'gone.read'])
    assert.deepEqual(shown.unknownPermissions, ['gone.read'])
    const person = await lab.person(role.key)
    assert.deepEqual(await lab.mayDo(person.as), ['assets.read'])
    const kept = await lab.change(role.id, { permissions: [...shown.permissions, 'flows.read'] })
    assert.deepEqual(kept.body.permissions, ['assets.read', 'flows.read', 'gone.read'])
    const dropped = await lab.change(role.id, { permissions: ['flows.read'] })
    assert.deepEqual(dropped.body.unknownPermissions, [])
    assert.equal((await lab.change(role.id, { permissions: ['gone.read'] })).status, 422)
  })

  // Red without refuseBuiltIn: built-in roles are not in the table, so the answer would be 404.
  test('built-in ones are neither changed nor deleted', async ({ assert }) => {
    for (const key of ['admin', 'editor', 'viewer', 'user']) {
      const changed = await lab.change(key, { permissions: [] })
      assert.deepEqual([changed.status, changed.body.code], [409, 'E_BUILT_IN'])
      const deleted = await lab.delete(key, 'viewer')
      assert.deepEqual([deleted.status, deleted.body.code], [409, 'E_BUILT_IN'])
    }
  })

  test('those of another tenant do not exist', async ({ assert }) => {
    const role = await lab.make('Private')
    for (const id of [role.id, role.key]) {
      assert.equal((await other.change(id, { name: 'Mine' })).status, 404)
      assert.equal((await other.delete(id)).status, 404)
      assert.equal(
        (await app.call('GET', `/api/roles/${id}`, { as: other.tenant.admin })).status,
        404
      )
    }
    assert.notInclude(JSON.stringify(await other.list()), role.id)
    const mine = await other.make('Private', ['assets.read'])
    assert.equal(mine.key, role.key)
    assert.deepEqual(await lab.mayDo((await lab.person(role.key)).as), [])
  })

  // Red without refuseTooMany.
  test('a tenant has at most a hundred', async ({ assert }) => {
    const { length } = await other.list('?filter={"isBuiltIn":false}')
    for (let made = length; made < 100; made++) await other.some()
    const { status, body } = await refusal(other.tenant.admin, { name: 'One too many' })
    assert.deepEqual([status, body.code], [409, 'E_TOO_MANY_ROLES'])
    assert.lengthOf(await other.list('?limit=1000'), 104)
  })

  test('a change with an outdated state is refused', async ({ assert }) => {
    const { id } = await lab.some(['assets.read'])
    const tagOf = async () => {
      const reply = await app.call('GET', `/api/roles/${id}`, { as: lab.tenant.admin })
      return reply.headers.get('etag')!
    }
    const seen = await tagOf()
    const as = (tag: string) => ({ headers: { ...lab.tenant.admin.headers, 'if-match': tag } })
    assert.equal((await lab.change(id, { permissions: [] }, as(seen))).status, 200)
    assert.equal((await lab.change(id, { permissions: ['flows.read'] }, as(seen))).status, 412)
    assert.equal((await lab.delete(id, undefined, as(seen))).status, 412)
    assert.equal((await lab.delete(id, undefined, as(await tagOf()))).status, 204)
  })

  test('the log contains added and removed permissions, and the feed a sentence', async ({
    assert,
  }) => {
    const { id, name } = await lab.some(['assets.read'])
    await lab.change(id, { permissions: ['flows.read'] })
    await lab.change(id, {})
    await lab.delete(id)
    const events = await asOperator('a test looks at the log', async () =>
      unscoped().from('middleware_events').where('target_id', id).orderBy('seq')
    )
    assert.deepEqual(
      events.map(({ event_type: type }) => type),
      ['role_created', 'role_updated', 'role_deleted']
    )
    const { added, removed } = JSON.parse(
      typeof events[1].payload === 'string' ? events[1].payload : JSON.stringify(events[1].payload)
    )
    assert.deepEqual([added, removed], [['flows.read'], ['assets.read']])
    assert.isString(name)
  })
})
