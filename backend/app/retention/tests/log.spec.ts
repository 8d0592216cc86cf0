import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { now, unscoped } from '@crossdock/kernel/database'
import { test } from '@japa/runner'
import { daysAgo, insert, look, prune, put, rowsOf } from './support.js'

test.group('Deleting old events', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${++turn}`)
    await put(app, acme.admin, { events: 30 }, { confirm: true })
  })

  /** Creates a folder, and makes its event in the log old. */
  async function oldEvent(age = 40): Promise<Record<string, unknown>> {
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', {
      as: acme.admin,
      body: { name: `Folder ${Math.random()}`, type: 'folder' },
    })
    const find = async () => (await rowsOf('middleware_events', { target_id: id }))[0]
    const event = await until('the event', find)
    await look(async () =>
      unscoped()
        .from('middleware_events')
        .where({ id: event.id })
        .update({ created_at: daysAgo(age) })
    )
    return event
  }
  const isThere = async ({ id }: Record<string, unknown>) =>
    (await rowsOf('middleware_events', { id })).length === 1
  /** Prunes until the event is deleted: reader positions are read only every few seconds. */
  const goes = (event: Record<string, unknown>) =>
    until('the event to be deleted', async () => {
      await prune(acme.id)
      return !(await isThere(event))
    })
  const cursor = (values: object) =>
    look(async () =>
      unscoped()
        .insertQuery()
        .table('event_cursors')
        .insert({ name: 'tests.slow', transaction: 0, seq: 0, updated_at: now(), ...values })
    )
  const forget = () =>
    look(async () => unscoped().from('event_cursors').where('name', 'tests.slow').delete())

  // Red without freePosition, and when it considers only consumers of this process.
  test('no event is deleted before every consumer of any process has seen it', async ({
    assert,
  }) => {
    const { transaction, seq } = await oldEvent()
    await cursor({ transaction, seq })
    const [event, young] = [await oldEvent(), await oldEvent(20)]
    await oldEvent(1)
    await prune(acme.id)
    assert.isTrue(await isThere(event))
    await forget()
    await goes(event)
    assert.isTrue(await isThere(young))
  })

  // Red when a consumer that was removed permanently holds the log.
  test('a consumer of a plugin that was removed long ago holds nothing', async () => {
    await cursor({ updated_at: daysAgo(31) })
    const event = await oldEvent()
    await oldEvent(1)
    await goes(event)
    await forget()
  })

  // Red without the check of parked events: they could not be retried.
  test('a parked event stays until it is no longer needed', async ({ assert }) => {
    const [event, free] = [await oldEvent(), await oldEvent()]
    const { id: event_id, event_type, transaction, seq } = event
    const [parked] = await insert('parked_events', [
      {
        tenant_id: acme.id,
        consumer: 'tests.gone',
        event_id,
        event_type,
        transaction,
        seq,
        state: 'failed',
        tries: 20,
        created_at: now(),
        tried_at: now(),
      },
    ])
    await oldEvent(1)
    await goes(free)
    assert.isTrue(await isThere(event))
    await look(async () => unscoped().from('parked_events').where('id', parked!).delete())
    await goes(event)
  })

  // Red when the newest event may be deleted: on SQLite it marks the end of the log.
  test('later events still reach all consumers', async ({ assert }) => {
    const event = await oldEvent()
    await look(async () =>
      unscoped()
        .from('middleware_events')
        .where({ tenant_id: acme.id })
        .update({ created_at: daysAgo(40) })
    )
    await oldEvent(40)
    await goes(event)
    await app.ok('POST', '/api/assets', {
      as: acme.admin,
      body: { name: 'Afterwards', type: 'folder' },
    })
    const feed = await until('the feed', async () => {
      const found = await app.ok<{ action: string }[]>('GET', '/api/activity?search=Afterwards', {
        as: acme.admin,
      })
      return found.length > 0 && found
    })
    assert.lengthOf(feed, 1)
  })
})
