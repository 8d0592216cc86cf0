import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { pluginHost } from '@crossdock/kernel/plugin'
import { leftOut } from '../left_out.js'
import { makeFolders, sealed, statusOf, findingsOf, verify, type Entry } from './support.js'

test.group('The audit', (group) => {
  let app: TestApp
  let acme: TestTenant
  let birch: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    birch = await app.tenant('birch')
    await sealed(app)
    return () => app.stop()
  })

  test('lists who did what, with names, newest first', async ({ assert }) => {
    const [id] = await makeFolders(app, acme.admin, 1)
    await sealed(app)
    const entries = await app.ok<Entry[]>('GET', '/api/audit?limit=5', { as: acme.admin })
    const [newest] = entries
    assert.equal(newest!.eventType, 'folder_create')
    assert.equal(newest!.targetId, id)
    assert.equal(newest!.person!.email, 'admin@acme.example')
    assert.match(newest!.action!, /^Created folder folder /)
    assert.deepEqual(newest!.erased, [])
    assert.isAbove(newest!.seq, entries[1]!.seq)
    const status = await statusOf(app, acme.admin)
    assert.equal(status.sealedUpTo, newest!.seq)
    assert.equal(status.name, 'Acme Freight')
  })

  test('is filtered by event type, person, target and period', async ({ assert }) => {
    const [id] = await makeFolders(app, acme.admin, 1)
    await sealed(app)
    const find = (query: string) =>
      app.ok<Entry[]>('GET', `/api/audit?${query}`, { as: acme.admin })
    const [entry] = await find(`targetId=${id}`)
    assert.equal(entry!.eventType, 'folder_create')
    const signIns = await find('eventType=user_signed_in')
    assert.isNotEmpty(signIns)
    assert.isTrue(signIns.every(({ eventType }) => eventType === 'user_signed_in'))
    const own = await find(`userId=${entry!.actorId}&eventType=folder_create`)
    assert.isTrue(own.some(({ targetId }) => targetId === id))
    assert.isEmpty(await find('after=2100-01-01T00:00:00Z'))
  })

  test('verifies page by page', async ({ assert }) => {
    const result = await verify(app, acme.admin)
    assert.deepEqual(findingsOf(result), [])
    assert.equal(result.verified, (await statusOf(app, acme.admin)).sealedUpTo)
    assert.isNull(result.next)
    const rest = await verify(app, acme.admin, '?cursor=3~0')
    assert.equal(rest.verified, result.verified - 3)
    assert.deepEqual(findingsOf(rest), [])
  })

  // Red when inChain() accepts every named chain.
  test('is separate for each tenant, and only its own people read it', async ({ assert }) => {
    const operator = await app.superAdmin()
    const own = await app.ok<Entry[]>('GET', '/api/audit', { as: operator })
    assert.include(
      own.map(({ eventType }) => eventType),
      'user_signed_in'
    )
    const theirs = await app.ok<Entry[]>('GET', `/api/audit?chain=${birch.id}`, { as: operator })
    assert.isNotEmpty(theirs)
    assert.deepEqual(findingsOf(await verify(app, operator)), [])
    // Red on PostgreSQL when the export is recorded outside of operator scope.
    const file = await app.call('GET', '/api/audit/export', { as: operator })
    assert.equal(file.status, 200)
    for (const path of ['?chain=', '/status?chain=', '/verify?chain=', '/export?chain=']) {
      for (const chain of [birch.id, 'operator']) {
        const reply = await app.call('GET', `/api/audit${path}${chain}`, { as: acme.admin })
        assert.equal(reply.status, 404, path)
      }
    }
    for (const as of [acme.editor, acme.viewer]) {
      assert.equal((await app.call('GET', '/api/audit', { as })).status, 403)
    }
  })

  test('has every event type that is not left out for a reason', async ({ assert }) => {
    const names = new Set(pluginHost.use().eventTypes.map(({ name }) => name))
    for (const [name, reason] of Object.entries(leftOut)) {
      assert.isTrue(names.has(name), `${name} is no kind of event (any more)`)
      assert.isAbove(reason.length, 20)
    }
    assert.isBelow(Object.keys(leftOut).length, 8)
    // Red when the filter offers a type that the audit leaves out.
    type Type = { name: string }
    const sealed = await app.ok<Type[]>('GET', '/api/audit/event-types', { as: acme.admin })
    assert.sameMembers(
      sealed.map(({ name }) => name),
      [...names].filter((name) => !Object.hasOwn(leftOut, name))
    )
  })
})
