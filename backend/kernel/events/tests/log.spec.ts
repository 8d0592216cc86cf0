import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { dialect, now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent, type Consumer, type LoggedEvent } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { readLog } from '../log.js'

const tenant = 'tenant-log'
const seen: LoggedEvent[] = []
let failures = 0

const recorder: Consumer = {
  name: 'probe.recorder',
  eventTypes: ['probed', 'poisoned'],
  async handle(events) {
    const poison = events.some((event) => event.eventType === 'poisoned')
    if (poison) {
      failures += 1
      throw new Error('cannot digest this')
    }
    seen.push(...events)
  },
}

let trouble = 0

/** Meets a database in trouble more often than an event may fail. */
const troubled: Consumer = {
  name: 'probe.troubled',
  eventTypes: ['troubled'],
  async handle(events) {
    if (trouble++ < 12) throw Object.assign(new Error('not serializable'), { code: '40001' })
    seen.push(...events)
  },
}

const stumbled: string[] = []

/** Fails at its first try of everything, also of what the other never digests. */
const stumbler: Consumer = {
  name: 'probe.stumbler',
  eventTypes: ['stumbled', 'poisoned'],
  async handle(events) {
    for (const { id } of events) {
      if (stumbled.includes(id)) continue
      stumbled.push(id)
      throw new Error('not the first time')
    }
    seen.push(...events)
  },
}

const probe = definePlugin({
  name: 'probe',
  version: '1.0.0',
  compatibility: '^1.0',
  eventTypes: [
    { name: 'probed', description: 'A probe' },
    { name: 'poisoned', description: 'A probe nobody can digest' },
    { name: 'troubled', description: 'A probe in hard times' },
    { name: 'stumbled', description: 'A probe that takes a second try' },
  ],
  consumers: async () => ({ default: [recorder, stumbler, troubled] }),
})

const record = (type: string, number: number) =>
  inTenant(tenant, () => transaction(() => recordEvent({ type, payload: { number } })))

/** Ids of the newest events in the order of the log. */
const logOrder = (count: number): Promise<string[]> =>
  asOperator('read the log', async () => {
    const query = unscoped().from('middleware_events').select('id').limit(count)
    if (dialect() === 'postgres') query.orderBy('transaction', 'desc')
    const rows: { id: string }[] = await query.orderBy('seq', 'desc')
    return rows.map(({ id }) => id).reverse()
  })

/** Resolves when the recorder has looked at the log so many times more, begun and ended. */
async function looks(count: number): Promise<void> {
  // Consumers follow the log on the operator's connections.
  const knex = await asOperator('watch the log', async () => unscoped().getReadClient())
  const begun = new Set<string>()
  let ended = 0
  const isLook = (query: { sql: string; bindings: unknown[] }) =>
    query.sql.includes('"middleware_events"') && query.bindings.includes('probed')
  const onBegin = (query: { sql: string; bindings: unknown[]; __knexQueryUid: string }) => {
    if (isLook(query)) begun.add(query.__knexQueryUid)
  }
  const onEnd = (_: unknown, { __knexQueryUid }: { __knexQueryUid: string }) => {
    if (begun.delete(__knexQueryUid)) ended++
  }
  knex.on('query', onBegin).on('query-response', onEnd)
  await until('the recorder to look', () => ended >= count)
  knex.removeListener('query', onBegin).removeListener('query-response', onEnd)
}

const numbers = () => seen.map((event) => event.payload.number)

test.group('The one log', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp({ plugins: [probe] })
    const times = { created_at: now(), updated_at: now() }
    await asOperator('test fixture', async () => {
      await unscoped()
        .insertQuery()
        .table('tenants')
        .insert({ id: tenant, name: tenant, subdomain: tenant, status: 'active', ...times })
    })
    return () => app.stop()
  })

  group.each.setup(() => void seen.splice(0))

  test('an event needs the transaction of the change it tells', async ({ assert }) => {
    await assert.rejects(
      () => inTenant(tenant, () => recordEvent({ type: 'probed' })),
      /inside transaction/
    )
  })

  test('a rolled back change leaves no event', async ({ assert }) => {
    const failing = inTenant(tenant, () =>
      transaction(async () => {
        await recordEvent({ type: 'probed', payload: { number: 0 } })
        throw new Error('no')
      })
    )
    await assert.rejects(() => failing, 'no')
    await record('probed', 1)
    await until('the next event', () => numbers().includes(1))
    assert.deepEqual(numbers(), [1])
  })

  test('every event reaches its consumer once and in order, however writers overlap', async ({
    assert,
  }) => {
    await Promise.all(Array.from({ length: 120 }, (_, number) => record('probed', number)))
    await until('all events', () => seen.length >= 120)
    assert.deepEqual(
      seen.map(({ id }) => id),
      await logOrder(120)
    )
  })

  // Red when readLog hands out events that an open transaction may still be put before, or does not
  // order by transaction on PostgreSQL: where a batch ends, what comes later in it would be passed.
  test('a position an open transaction may still fill is not passed', async ({
    assert,
    cleanup,
  }) => {
    const written = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    cleanup(() => gate.resolve())
    const slow = inTenant(tenant, () =>
      transaction(async () => {
        await recordEvent({ type: 'probed', payload: { number: 1 } })
        written.resolve()
        await gate.promise
        await recordEvent({ type: 'probed', payload: { number: 3 } })
      })
    )
    await written.promise
    const quick = record('probed', 2)
    // SQLite has one writer: there the quick one waits for the slow one.
    if (dialect() === 'postgres') {
      await quick
      await looks(3)
      assert.deepEqual(numbers(), [])
    }
    gate.resolve()
    await Promise.all([slow, quick])
    await until('all events', () => seen.length === 3)
    assert.deepEqual(numbers(), [1, 3, 2])

    // Red when the place to go on from is the number of an event alone.
    const paged = await asOperator('read the log one by one', async () => {
      const ids: unknown[] = []
      let place = { transaction: 0, seq: 0 }
      for (;;) {
        const [event] = (await readLog(place, 1, ['probed'])).events
        if (!event) return ids
        ids.push(event.row.id)
        place = event.position
      }
    })
    assert.deepEqual(
      paged.slice(-3),
      seen.map(({ id }) => id)
    )
  })

  test('causes are threaded to the first event', async ({ assert }) => {
    const first = await record('probed', 1)
    const cause = { causeId: first, rootId: first }
    await inTenant(tenant, () => transaction(() => recordEvent({ type: 'probed' })), cause)
    const events = await until('both', () => seen.length === 2 && seen)
    assert.equal(events[1]!.causeId, first)
    assert.equal(events[1]!.rootId, first)
    assert.equal(events[0]!.rootId, first)
  })

  test('a brief failure on the newest event is made good by itself', async ({ assert }) => {
    const id = await record('stumbled', 1)
    await until('the second try', () => seen.some((event) => event.id === id))
    assert.include(stumbled, id)
  })

  // Red when the consumer counts a fault of the database as one of the event (isPassing()).
  test('an event is not set aside because of the database', async ({ assert }) => {
    const id = await record('troubled', 1)
    await until('the end of the trouble', () => seen.some((event) => event.id === id), 30_000)
    assert.isAbove(trouble, 12)
  })

  test('an event that always fails is set aside and does not hold up the others', async ({
    assert,
  }) => {
    await record('poisoned', 1)
    await record('probed', 2)
    await until('the event behind it', () => numbers().includes(2))
    assert.isAtLeast(failures, 5)
    // The other consumer failed once too, and got it all the same.
    await until('the other consumer', () => seen.some((event) => event.eventType === 'poisoned'))
    const [row] = await asOperator('look', () =>
      unscoped().from('middleware_events').where('event_type', 'poisoned').select('status')
    )
    assert.equal(row.status, 'failed')
  })
})
