// onBothDatabases: on PostgreSQL a transaction can take a position in the log and commit later than following ones
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { inTenant } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'

interface Shown {
  id: string
  eventType: string
  targetName: string | null
}

test.group('Events after an event', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })
  const after = (id: string, more = '', as = acme.token) =>
    app.call<Shown[]>('GET', `/api/events?after=${id}${more}`, { as })
  const folder = (name: string, as = acme.token) =>
    app.ok('POST', '/api/assets', { as, body: { name, type: 'folder', parentId: null } })
  const pages = async (limit: number, begin = '') => {
    const found: Shown[] = []
    for (let last = begin; ;) {
      const { body } = await after(last, `&limit=${limit}`)
      found.push(...body)
      if (body.length < limit) return found
      last = body.at(-1)!.id
    }
  }

  test('are the whole list, page by page, oldest first', async ({ assert }) => {
    for (let number = 0; number < 12; number++) await folder(`page ${number}`)
    const list = await app.ok<Shown[]>('GET', '/api/events?limit=1000', { as: acme.token })
    const all = list.map(({ id }) => id).reverse()
    assert.deepEqual(
      (await pages(5)).map(({ id }) => id),
      all
    )
    assert.deepEqual(
      (await pages(5, '0')).map(({ id }) => id),
      all
    )
    const { body } = await after(all[3]!, '&eventType=folder_create')
    const later = list.filter(({ eventType }) => eventType === 'folder_create')
    assert.sameMembers(
      body.map(({ id }) => id),
      later.map(({ id }) => id).filter((id) => all.indexOf(id) > 3)
    )
    const v2 = await app.ok<{ data: Shown[] }>('GET', `/api/v2/events?after=${all[0]}&limit=3`, {
      as: acme.token,
    })
    assert.deepEqual(
      v2.data.map(({ id }) => id),
      all.slice(1, 4)
    )
    // Red when a page says that it is the last one: a client that follows cursors would miss the rest.
    const read: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const path: string = `/api/v2/events?after=0&limit=4${cursor && `&cursor=${cursor}`}`
      const page: { data: Shown[]; nextCursor: string | null } = await app.ok('GET', path, {
        as: acme.token,
      })
      read.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    }
    assert.deepEqual(read, all)
  })

  test('answer an error for unknown ids and for those of others', async ({ assert }) => {
    const beta = await app.tenant('beta')
    const [foreign] = (await after('0', '', beta.token)).body
    for (const id of [foreign!.id, crypto.randomUUID()]) {
      const { status, body } = await app.call<{ code: string }>('GET', `/api/events?after=${id}`, {
        as: acme.token,
      })
      assert.deepEqual([status, body.code], [400, 'E_CURSOR'])
    }
    assert.equal((await after('nonsense')).status, 400)
    assert.equal((await after('0', '&actorId=x')).status, 400)
    const exported = await app.call('GET', '/api/events/export?after=0', { as: acme.token })
    assert.equal(exported.status, 400)
    const instant = await after('2020-01-01T00:00:00Z', '&limit=2')
    assert.equal(instant.status, 200)
  })

  // Red when all visible events are returned: the earlier event of the open transaction would be lost.
  test('never pass an event that an open transaction may still add', async ({ assert }) => {
    if (testDatabase !== 'pg') return
    const [last] = (await pages(500)).slice(-1)
    const opened = Promise.withResolvers<void>()
    const close = Promise.withResolvers<void>()
    const slow = app.inside(() =>
      inTenant(acme.id, () =>
        transaction(async () => {
          const row = await unscoped().from('middleware_events').where('id', last!.id).first()
          const { seq: _seq, transaction: _turn, ...copy } = row
          const id = crypto.randomUUID()
          await unscoped()
            .table('middleware_events')
            .insert({ ...copy, id, root_id: id })
          opened.resolve()
          await close.promise
          return id
        })
      )
    )
    await opened.promise
    await folder('after the open one')
    assert.isEmpty((await after(last!.id)).body)
    close.resolve()
    const id = await slow
    const found = (await pages(1, last!.id)).map((event) => event.id)
    assert.equal(found[0], id)
    assert.isAbove(found.length, 1)
  })
})
