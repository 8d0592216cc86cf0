import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { defineEvent, recordEvent, type Consumer } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'

interface Parked {
  id: string
  tenantId: string | null
  consumer: string
  eventId: string
  state: string
  tries: number
  lastError: string | null
  retryAt: string | null
}

let failing: (() => Promise<unknown>) | undefined
const handled: unknown[] = []

const moodSwung = defineEvent('mood_swung', {
  description: 'What is handled some days',
  payload: vine.object({ number: vine.number() }),
})

const moody: Consumer = {
  name: 'mood.moody',
  from: 'now',
  scope: 'operator',
  on: [moodSwung],
  async handle(events) {
    await failing?.()
    handled.push(...events.map(({ payload }) => payload.number))
  },
}

const mood = definePlugin({
  name: 'mood',
  version: '0.1.0',
  compatibility: '^0.1',
  eventTypes: [moodSwung],
  consumers: async () => ({ default: [moody] }),
})

const path = '/api/events/parked'

test.group('Parked events', (group) => {
  let app: TestApp
  let acme: TestTenant
  let birch: TestTenant
  let operator: Caller

  group.setup(async () => {
    app = await bootApp({ plugins: [mood], settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    birch = await app.tenant('birch')
    operator = await app.superAdmin()
    return () => app.stop()
  })
  group.each.setup(() => {
    handled.splice(0)
    failing = async () => {
      throw new Error('bad mood')
    }
  })
  group.each.teardown(async () => {
    failing = undefined
    for (const { id } of await list(operator))
      await app.call('DELETE', `${path}/${id}`, { as: operator })
  })

  const list = (as: Caller, query = '') => app.ok<Parked[]>('GET', `${path}${query}`, { as })
  const record = (tenantId: string, number: number) =>
    inTenant(tenantId, () => transaction(() => recordEvent(moodSwung, { payload: { number } })))
  const parked = (as: Caller, count: number) =>
    until(`${count} parked events`, async () => {
      const rows = await list(as, '?sort=["createdAt","ASC"]')
      return rows.length === count && rows
    })
  const events = (tenantId: string | null, type: string) =>
    asOperator('look', async () =>
      unscoped().from('middleware_events').where({ tenant_id: tenantId, event_type: type })
    )

  // Red when the list uses operator scope for every caller.
  test('are listed to the administrators of their tenant and to the operator', async ({
    assert,
  }) => {
    const eventId = await record(acme.id, 1)
    await record(birch.id, 2)
    const [row] = await parked(acme.admin, 1)
    assert.containSubset(row!, {
      tenantId: acme.id,
      consumer: 'mood.moody',
      eventId,
      state: 'waiting',
      lastError: 'bad mood',
    })
    await parked(operator, 2)
    assert.lengthOf(await list(operator, `?tenantId=${birch.id}`), 1)
    assert.lengthOf(await list(acme.admin, '?state=failed'), 0)
    assert.lengthOf(await list(acme.admin, `?filter={"eventId":"${eventId}"}`), 1)
    assert.equal(
      (await app.call('GET', `${path}?sort=["tries","ASC"]`, { as: acme.admin })).status,
      400
    )
    for (const as of [acme.editor, acme.viewer]) {
      assert.equal((await app.call('GET', path, { as })).status, 403)
      assert.equal((await app.call('POST', `${path}/${row!.id}/retry`, { as })).status, 403)
      assert.equal((await app.call('DELETE', `${path}/${row!.id}`, { as })).status, 403)
    }
  })

  test('are retried immediately on request of an administrator', async ({ assert }) => {
    await record(acme.id, 1)
    const [row] = await parked(acme.admin, 1)
    failing = undefined
    const before = (await events(acme.id, 'parked_event_retried')).length
    const reply = await app.call<Parked>('POST', `${path}/${row!.id}/retry`, { as: acme.admin })
    assert.equal(reply.status, 202)
    assert.equal(reply.body.id, row!.id)
    await until('the event to be handled', () => handled.length === 1)
    await parked(acme.admin, 0)
    assert.lengthOf(await events(acme.id, 'parked_event_retried'), before + 1)
    const gone = await app.call('POST', `${path}/${row!.id}/retry`, { as: acme.admin })
    assert.equal(gone.status, 404)
  })

  // Red when the operator drops in operator scope: the event then belongs to no tenant.
  test('can be dropped, and the ones behind them continue', async ({ assert }) => {
    await record(acme.id, 1)
    await parked(acme.admin, 1)
    await record(acme.id, 2)
    const rows = await parked(acme.admin, 2)
    for (const { id } of rows) {
      assert.equal((await app.call('DELETE', `${path}/${id}`, { as: birch.admin })).status, 404)
      assert.equal((await app.call('POST', `${path}/${id}/retry`, { as: birch.admin })).status, 404)
    }
    const before = (await events(acme.id, 'parked_event_dropped')).length
    assert.equal((await app.call('DELETE', `${path}/${rows[0]!.id}`, { as: operator })).status, 204)
    assert.lengthOf(await events(acme.id, 'parked_event_dropped'), before + 1)
    failing = undefined
    await until('the other to be handled', () => handled.length === 1)
    assert.deepEqual(handled, [2])
    await until('the entry in the feed', async () => {
      const feed = await app.ok<{ action: string }[]>('GET', '/api/activity', { as: acme.admin })
      return feed.some(({ action }) => action === 'Dropped the event mood_swung for mood.moody')
    })
  })

  // Red when the reason is not stored, or `retrySeveral` ignores the consumer.
  test('can be dropped with a reason, and retried together', async ({ assert }) => {
    const dropped = async () => {
      const [entry] = await app.ok<{ action: string; metadata: object }[]>(
        ...(['GET', '/api/activity?eventType=parked_event_dropped', { as: acme.admin }] as const)
      )
      return entry
    }
    await record(acme.id, 1)
    const [row] = await parked(acme.admin, 1)
    const reason = 'The partner is gone'
    const drop = (query: object) =>
      app.call('DELETE', `${path}/${row!.id}?${new URLSearchParams({ ...query })}`, {
        as: acme.admin,
      })
    assert.equal((await drop({ reason: 'x'.repeat(501) })).status, 422)
    assert.equal((await drop({ reason })).status, 204)
    await until('the reason in the feed', async () => {
      const entry = await dropped()
      return entry?.action === `Dropped the event mood_swung for mood.moody: ${reason}`
    })
    await record(acme.id, 2)
    await record(acme.id, 3)
    await record(birch.id, 4)
    await parked(operator, 3)
    const retry = (as: Caller, body: object) =>
      app.call<{ retried: number; left: boolean }>('POST', `${path}/retry`, { as, body })
    assert.equal((await retry(acme.editor, {})).status, 403)
    assert.equal((await retry(acme.admin, { state: 'lost' })).status, 422)
    assert.deepEqual((await retry(acme.admin, { consumer: 'mood.other' })).body, {
      retried: 0,
      left: false,
    })
    failing = undefined
    const reply = await retry(acme.admin, { consumer: 'mood.moody' })
    assert.equal(reply.status, 202)
    assert.deepEqual(reply.body, { retried: 2, left: false })
    await until('both to be handled', () => handled.length === 2)
    assert.deepEqual((await retry(operator, {})).body, { retried: 1, left: false })
    await until('the other tenant’s, too', () => handled.length === 3)
  })

  // Red when messageOf() returns the message of every error.
  test('do not show messages of the database', async ({ assert }) => {
    failing = async () => unscoped().rawQuery("select 'secret' from missing")
    await record(acme.id, 1)
    const [row] = await parked(acme.admin, 1)
    assert.equal(row!.lastError, 'It failed in the database; the log of the server says why.')
  })
})
