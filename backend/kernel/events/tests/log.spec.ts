// onBothDatabases: its SQL differs by database
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { bootApp, explain, until, type TestApp } from '@crossdock/backend/testing'
import { dialect, now, transaction, unscoped } from '@crossdock/kernel/database'
import { defineEvent, recordEvent, type Consumer, type LoggedEvent } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { DriverTrace, testDatabase, type Asked } from '@crossdock/kernel/testing'
import { ConsumerRunner } from '../consumer_runner.js'
import { findEvents, rowsOf } from '../find_events.js'
import { beginning, endless, type Position } from '../position.js'
import { readStretch } from '../read_log.js'
import { tail } from '../tail.js'

const tenant = 'tenant-log'

const probing = (name: string, description: string) =>
  defineEvent(name, { description, payload: vine.object({ number: vine.number() }) })

const probes = {
  probed: probing('probed', 'A probe'),
  rare: probing('rare', 'A probe that is seldom'),
  shared: probing('shared', 'A probe two want'),
}
const seen: LoggedEvent[] = []
const recorder: Consumer = {
  name: 'probe.recorder',
  from: 'start',
  on: [probes.probed],
  async handle(events) {
    seen.push(...events)
  },
}

/** Follows a rare event type. */
const rare: Consumer = {
  name: 'probe.rare',
  from: 'start',
  on: [probes.rare],
  async handle(events) {
    seen.push(...events)
  },
}

/** The batches of each call of `sharing`. */
const shares: number[][] = []
let sharing: () => Promise<unknown> = async () => undefined

/** Two runners follow it. */
const shared: Consumer = {
  name: 'probe.shared',
  from: 'start',
  on: [probes.shared],
  async handle(events) {
    shares.push(events.map(({ seq }) => seq))
    if (shares.length === 1) await sharing()
  },
}

const probe = definePlugin({
  name: 'probe',
  version: '1.0.0',
  compatibility: '^0.1',
  eventTypes: Object.values(probes),
  consumers: async () => ({ default: [recorder, rare, shared] }),
})

const record = (type: keyof typeof probes, number: number) =>
  inTenant(tenant, () => transaction(() => recordEvent(probes[type], { payload: { number } })))

/** Ids of the newest events in log order. */
const logOrder = (count: number): Promise<string[]> =>
  asOperator('read the log', async () => {
    const query = unscoped().from('middleware_events').select('id').limit(count)
    if (dialect() === 'postgres') query.orderBy('transaction', 'desc')
    const rows: { id: string }[] = await query.orderBy('seq', 'desc')
    return rows.map(({ id }) => id).reverse()
  })

/** Resolves after this many further queries of `asked`, begun and ended. */
async function looks(count: number, asked: string, subject?: string) {
  const trace = new DriverTrace()
  const isLook = ({ text, values, ended }: Asked) =>
    ended && text.includes(asked) && (!subject || values.includes(subject))
  try {
    await until(`a query of ${asked}`, () => trace.asked.filter(isLook).length >= count)
  } finally {
    trace.stop()
  }
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

  // Red without the tenant, and without statistics on SQLite: it would read the tenant's whole log.
  test('events are found by their ids, of their tenant only', async ({ assert }) => {
    const [id] = await inTenant(tenant, () =>
      transaction(async () => [await recordEvent(probes.rare, { payload: { number: 1 } })])
    )
    const found = await inTenant(tenant, () => findEvents([id!, 'unknown']))
    assert.deepEqual(
      found.map((event) => event.id),
      [id]
    )
    assert.isEmpty(await inTenant('another', () => findEvents([id!])))
    await until('its consumer', () => seen.some((event) => event.id === id))
    if (dialect() === 'postgres') return
    const plan = await inTenant(tenant, () => explain(rowsOf([id!, 'another', 'third'])))
    assert.include(plan, 'middleware_events_id_unique')
  })

  test('an event needs the transaction of its change', async ({ assert }) => {
    await assert.rejects(
      () => inTenant(tenant, () => recordEvent(probes.probed, { payload: { number: 2 } })),
      /inside transaction/
    )
  })

  test('a rolled back change leaves no event', async ({ assert }) => {
    const failing = inTenant(tenant, () =>
      transaction(async () => {
        await recordEvent(probes.probed, { payload: { number: 0 } })
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

  // Red when consumers read events that an open transaction may still precede, or does not order by
  // transaction on PostgreSQL: events after the end of a batch would be skipped.
  test('no position that an open transaction may still fill is passed', async ({
    assert,
    cleanup,
  }) => {
    const written = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    cleanup(() => gate.resolve())
    const slow = inTenant(tenant, () =>
      transaction(async () => {
        await recordEvent(probes.probed, { payload: { number: 1 } })
        written.resolve()
        await gate.promise
        await recordEvent(probes.probed, { payload: { number: 3 } })
      })
    )
    await written.promise
    const quick = record('probed', 2)
    // SQLite has one writer, so the quick transaction waits for the slow one.
    if (dialect() === 'postgres') {
      await quick
      await looks(3, 'settled_event_turn')
      assert.deepEqual(numbers(), [])
    }
    gate.resolve()
    await Promise.all([slow, quick])
    await until('all events', () => seen.length === 3)
    assert.deepEqual(numbers(), [1, 3, 2])

    // Red when the position is only the number of an event.
    const paged = await asOperator('read the log one by one', async () => {
      const ids: unknown[] = []
      let place: Position = beginning
      for (;;) {
        const [event] = (await readStretch(place, endless, 1, 1000, ['probed'])).events
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

  // Red when #onNewEvents() wakes the consumer for every new event.
  test('a consumer does not query for irrelevant events', async ({ assert, cleanup }) => {
    const trace = new DriverTrace()
    cleanup(() => trace.stop())
    // The sweep still queries its parked events, and the audit log everything.
    const asked = () =>
      trace.asked.filter(
        ({ text, values }) =>
          !text.includes('parked_events') &&
          !text.startsWith('insert') &&
          (values.includes('probe.rare') || (values.includes('rare') && !values.includes('probed')))
      )
    // Until it rests after its own event.
    await record('rare', 0)
    await until('the first', () => seen.length >= 1)
    for (let number = -50, before = -1; number < 0 && asked().length !== before; number++) {
      before = asked().length
      await record('probed', number)
      await until('it to be delivered', () => numbers().includes(number))
    }
    trace.asked.splice(0)
    for (let number = 1; number <= 20; number++) await record('probed', number)
    await until('all to be delivered', () => numbers().includes(20))
    assert.deepEqual(asked(), [])
    const id = await record('rare', 1)
    await until('what it wants', () => seen.some((event) => event.id === id))
    assert.isNotEmpty(asked())
  })

  test('causes are traced to the first event', async ({ assert }) => {
    const first = await record('probed', 1)
    const cause = { causeId: first, rootId: first }
    await inTenant(
      tenant,
      () => transaction(() => recordEvent(probes.probed, { payload: { number: 2 } })),
      cause
    )
    const events = await until('both', () => seen.length === 2 && seen)
    assert.equal(events[1]!.causeId, first)
    assert.equal(events[1]!.rootId, first)
    assert.equal(events[0]!.rootId, first)
  })

  if (testDatabase === 'pg') {
    // Red when the cursor is not locked while its events are handled: another runner, as in another process,
    // would handle them too. SQLite has one writer and one process.
    test('only one of two runners of a consumer handles an event', async ({ assert, cleanup }) => {
      const other = new ConsumerRunner(shared, tail.use(), await app.app.container.make('logger'))
      cleanup(() => other.stop())
      const begun = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      cleanup(() => gate.resolve())
      sharing = () => {
        begun.resolve()
        return gate.promise
      }
      other.start()
      await record('shared', 1)
      await begun.promise
      // One of them works; the other waits for the cursor.
      const asked = looks(2, 'event_cursors', shared.name)
      await record('shared', 2)
      await record('shared', 3)
      await asked
      gate.resolve()
      await until('all to be handled', () => new Set(shares.flat()).size === 3)
      assert.deepEqual(shares.flat(), [...new Set(shares.flat())])
    })
  }
})
