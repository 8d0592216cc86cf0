// onBothDatabases: its SQL differs by database
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import {
  dropParkedEvent,
  parkedEvents,
  defineEvent,
  recordEvent,
  retryParkedEvent,
  type Consumer,
  type LoggedEvent,
  type ParkedRow,
} from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import { groupInEveryClock, sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { ConsumerRunner } from '../consumer_runner.js'
import { consumers } from '../consumers.js'
import { tryLockCursor } from '../cursor.js'
import { waitingBehindOthers, ensureJob, park, retryJob } from '../line.js'
import { positioned } from '../logged_event.js'
import { ParkedSweep } from '../sweep.js'
import { tail } from '../tail.js'

/** Called by `handle` for each event; throws to fail. */
type Verdict = (event: LoggedEvent, number: unknown) => void | Promise<void>
const fine: Verdict = () => undefined

const probing = (name: string, description: string) =>
  defineEvent(name, { description, payload: vine.object({ number: vine.number() }) })

const kinds = {
  dropped_in: probing('dropped_in', 'A probe, handled per tenant'),
  handed_out: probing('handed_out', 'A probe, handled for all together'),
  noted: defineEvent('noted', {
    description: 'What a probe has done',
    payload: vine.object({
      consumer: vine.string(),
      number: vine.number(),
      of: vine.string().nullable(),
    }),
  }),
}

let verdict: Verdict = fine
/** Events handled by the process, including those undone later. */
const seen: { consumer: string; tenantId: string | null; numbers: unknown[] }[] = []

function consumer(name: string, scope: Consumer['scope'], on: Consumer['on']): Consumer {
  return {
    name,
    scope,
    on,
    from: 'start',
    async handle(events) {
      const numbers = events.map(({ payload }) => payload.number)
      for (const event of events) {
        // Its effect: stored once, or undone.
        const number = Number(event.payload.number)
        const payload = { consumer: name, number, of: event.tenantId }
        await recordEvent(kinds.noted, { payload })
        await verdict(event, event.payload.number)
      }
      seen.push({ consumer: name, tenantId: currentContext().tenantId, numbers })
    },
  }
}

const fragile = consumer('probe.fragile', 'tenant', [kinds.dropped_in])
const common = consumer('probe.common', 'operator', [kinds.handed_out])

const probe = definePlugin({
  name: 'probe',
  version: '1.0.0',
  compatibility: '^0.1',
  eventTypes: Object.values(kinds),
  consumers: async () => ({ default: [fragile, common] }),
})

const record = (
  tenantId: string,
  number: number,
  type: 'dropped_in' | 'handed_out' = 'dropped_in'
) => inTenant(tenantId, () => transaction(() => recordEvent(kinds[type], { payload: { number } })))

/** Stores events of several tenants in one commit, as other versions might; returns their ids. */
const storeAtOnce = (
  event_type: string,
  ...events: [tenantId: string | null, payload: string][]
): Promise<string[]> =>
  asOperator('write for several tenants', () =>
    transaction(async () => {
      const rows = events.map(([tenant_id, payload]) => {
        const id = crypto.randomUUID()
        const facts = { event_type, actor_type: 'daemon', created_at: now() }
        return { id, tenant_id, payload, root_id: id, ...facts }
      })
      await unscoped().table('middleware_events').multiInsert(rows)
      return rows.map(({ id }) => id)
    })
  )

/** The numbers handled finally for a tenant, in order. */
const notedFor = (tenantId: string | null, name = fragile.name): Promise<unknown[]> =>
  asOperator('look', async () => {
    const rows = await unscoped()
      .from('middleware_events')
      .where('event_type', 'noted')
      .orderBy(testDatabase === 'pg' ? 'transaction' : 'seq')
      .orderBy('seq')
    return rows
      .map(({ payload }) => (typeof payload === 'string' ? JSON.parse(payload) : payload))
      .filter((payload) => payload.of === tenantId && payload.consumer === name)
      .map(({ number }) => number)
  })

const parkedOf = (tenantId: string | null, name = fragile.name): Promise<ParkedRow[]> =>
  asOperator('look', async () => {
    const query = parkedEvents().where('consumer', name).orderBy('transaction').orderBy('seq')
    return tenantId ? query.where('tenant_id', tenantId) : query.whereNull('tenant_id')
  })

const change = (tenantId: string, work: (id: string) => Promise<unknown>, id: string) =>
  inTenant(tenantId, () => transaction(() => work(id)))

/** Like the sweep or a request: makes the first event due. */
async function retryFirst(tenantId: string): Promise<void> {
  const [first] = await parkedOf(tenantId)
  if (first) await change(tenantId, retryParkedEvent, first.id)
}

const handled = (tenantId: string, count: number, name?: string) =>
  until(`${count} to be handled`, async () => {
    const numbers = await notedFor(tenantId, name)
    return numbers.length >= count && numbers
  })

const parked = (tenantId: string | null, count: number, name?: string) =>
  until(`${count} to be parked`, async () => {
    const rows = await parkedOf(tenantId, name)
    return rows.length >= count && rows
  })

groupInEveryClock('Events a consumer cannot handle', (group) => {
  let app: TestApp
  let tenants = 0
  let one: string
  let other: string

  /** New tenants for each test. */
  const addTenant = async (): Promise<string> => {
    const id = `tenant-${++tenants}`
    const times = { created_at: now(), updated_at: now() }
    await asOperator('test fixture', async () => {
      await unscoped()
        .insertQuery()
        .table('tenants')
        .insert({ id, name: id, subdomain: id, status: 'active', ...times })
    })
    return id
  }
  const sweep = async () => {
    const found = new ParkedSweep(consumers.use(), await app.app.container.make('logger'))
    found.look()
    await found.stop()
  }
  const jobs = (tenantId: string) =>
    asOperator('look', async () =>
      unscoped().from('jobs').where({ tenant_id: tenantId, name: retryJob.name })
    )

  group.setup(async () => {
    app = await bootApp({ plugins: [probe], settings: { LOG_LEVEL: 'silent' } })
    return () => app.stop()
  })
  group.each.setup(async () => {
    verdict = fine
    seen.splice(0)
    one = await addTenant()
    other = await addTenant()
  })

  const refuse = (tenantId: string, error: () => unknown = () => new Error('not today')) => {
    verdict = (event) => {
      if (event.tenantId === tenantId) throw error()
    }
  }

  // Red when handleOrPark() calls the consumer without attempt(): writes before the failure would stay.
  test('of one tenant are parked, and others are not affected, however long it lasts', async ({
    assert,
  }) => {
    refuse(one)
    for (let number = 1; number <= 5; number++) {
      await Promise.all([record(one, number), record(other, number)])
      assert.deepEqual((await handled(other, number)).length, number)
    }
    const rows = await parked(one, 5)
    assert.isAbove(rows[0]!.tries, 0)
    assert.equal(rows[0]!.last_error, 'not today')
    assert.exists(rows[0]!.retry_at)
    assert.deepEqual(
      rows.slice(1).map(({ tries, last_error }) => [tries, last_error]),
      Array.from({ length: 4 }, () => [0, null])
    )
    assert.lengthOf(await parkedOf(other), 0)
    assert.deepEqual(await notedFor(one), [])

    verdict = fine
    await retryFirst(one)
    const numbers = await handled(one, 5)
    assert.sameMembers(numbers, [1, 2, 3, 4, 5])
    await until('the line to be empty', async () => (await parkedOf(one)).length === 0)
    await until('its job to be done', async () => (await jobs(one)).length === 0)
    assert.lengthOf(await notedFor(one), 5)
  })

  // Red when the tenants of a batch are handled together: a failure of one would park all.
  test('of one tenant are parked separately, although they came with those of others', async ({
    assert,
  }) => {
    refuse(one)
    const events = ['{"number":1}', '{"number":2}'] as const
    await storeAtOnce('dropped_in', [one, events[0]], [other, events[0]], [other, events[1]])
    tail.use().look()
    await parked(one, 1)
    await handled(other, 2)
    // Both came in one call of the runner, because parked events are handled one by one.
    const calls = seen.filter(({ tenantId }) => tenantId === other)
    assert.isTrue(calls.every(({ numbers }) => numbers.length === 2))
  })

  // Red when handleBatch() ignores existing lines.
  test('are handled in the order of the log: later ones wait behind them', async ({ assert }) => {
    verdict = (event, number) => {
      if (event.tenantId === one && number === 1) throw new Error('not the first')
    }
    await record(one, 1)
    await parked(one, 1)
    for (let number = 2; number <= 4; number++) await record(one, number)
    await record(other, 5)
    await handled(other, 1)
    await parked(one, 4)
    assert.deepEqual(await notedFor(one), [])
    verdict = fine
    await retryFirst(one)
    assert.deepEqual(await handled(one, 4), [1, 2, 3, 4])
    assert.deepEqual(
      seen.filter(({ tenantId }) => tenantId === one).map(({ numbers }) => numbers),
      [[1], [2], [3], [4]]
    )
    await record(one, 5)
    assert.deepEqual(await handled(one, 5), [1, 2, 3, 4, 5])
  })

  test('are retried automatically', async ({ assert }) => {
    let failures = 0
    verdict = (event) => {
      if (event.tenantId === one && failures++ === 0) throw new Error('not the first time')
    }
    await record(one, 1)
    assert.deepEqual(await handled(one, 1), [1])
    assert.equal(failures, 2)
  })

  // Red when the last attempt does not fail the event, or a failed event still counts as the first of its line.
  test('fail after the last attempt, and the next ones continue', async ({ assert }) => {
    verdict = (event, number) => {
      if (event.tenantId === one && number === 1) throw new Error('never')
    }
    await record(one, 1)
    await record(one, 2)
    const [first] = await parked(one, 2)
    await asOperator('days pass', () => parkedEvents().where('id', first!.id).update({ tries: 19 }))
    await change(one, retryParkedEvent, first!.id)
    assert.deepEqual(await handled(one, 1), [2])
    const [last] = await until('it alone to be left', async () => {
      const rows = await parkedOf(one)
      return rows.length === 1 && rows
    })
    assert.containSubset(last!, { state: 'failed', tries: 20, retry_at: null })
    await record(one, 3)
    assert.deepEqual(await handled(one, 2), [2, 3])

    // It gets new attempts when a person requests one.
    await change(one, retryParkedEvent, last!.id)
    await until('a try', async () => (await parkedOf(one))[0]!.tries === 1)
    verdict = fine
    await retryFirst(one)
    assert.deepEqual(await handled(one, 3), [2, 3, 1])
  })

  // Red when a database fault counts as an attempt of the event.
  test('because of the database do not count, and do not block others for long', async ({
    assert,
  }) => {
    let faults = 0
    refuse(one, () => {
      faults++
      return Object.assign(new Error('not serializable'), { code: '40001' })
    })
    await record(one, 1)
    await until('some faults', () => faults > 1)
    assert.lengthOf(await parkedOf(one), 0)
    await record(other, 2)
    assert.deepEqual(await handled(other, 1), [2])
    const before = faults
    await until('more faults', () => faults > before + 2)
    const [row] = await parkedOf(one)
    assert.containSubset(row!, { state: 'waiting', tries: 0 })
    assert.lengthOf(
      (await jobs(one)).filter(({ state }) => state === 'failed'),
      0
    )
    verdict = fine
    assert.deepEqual(await handled(one, 1), [1])
  })

  // Red when an invalid payload reaches the consumer, or is parked for a retry.
  test('that are unreadable fail immediately', async ({ assert }) => {
    const [id] = await storeAtOnce('dropped_in', [one, '[1]'], [one, '{"number":2}'])
    tail.use().look()
    assert.deepEqual(await handled(one, 1), [2])
    const [row] = await parkedOf(one)
    assert.containSubset(row!, { event_id: id, state: 'failed', tries: 0 })
    assert.match(row!.last_error!, /not a JSON object/)
    await change(one, retryParkedEvent, row!.id)
    await until('the try to fail', async () => (await parkedOf(one))[0]!.state === 'failed')
  })

  // Red when a batch that fails for all is not handled per tenant afterwards.
  test('of a consumer of all tenants are also parked per tenant', async ({ assert }) => {
    refuse(one)
    const [nobodys, ...others] = ['{"number":0}', '{"number":2}', '{"number":3}'] as const
    await storeAtOnce(
      'handed_out',
      [null, nobodys],
      [one, '{"number":1}'],
      [other, others[0]],
      [other, others[1]]
    )
    tail.use().look()
    assert.deepEqual(await handled(other, 2, common.name), [2, 3])
    await until('that of no tenant', async () => (await notedFor(null, common.name)).length === 1)
    await parked(one, 1, common.name)
    // These came in one call, so they were not parked: parked events are handled one by one.
    assert.isNotEmpty(seen.filter(({ numbers }) => numbers.join() === '2,3'))
    assert.deepEqual(await notedFor(one, common.name), [])
    assert.deepEqual([...new Set(seen.map(({ tenantId }) => tenantId))], [null])
    verdict = fine
    const [row] = await parkedOf(one, common.name)
    await change(one, retryParkedEvent, row!.id)
    assert.deepEqual(await handled(one, 1, common.name), [1])
    assert.deepEqual([...new Set(seen.map(({ tenantId }) => tenantId))], [null])
  })

  test('of no tenant have their own line', async ({ assert }) => {
    verdict = (event) => {
      if (event.eventType === 'handed_out' && !event.tenantId) throw new Error('no tenant')
    }
    const before = (await notedFor(null, common.name)).length
    await asOperator('an event of no tenant', () =>
      transaction(() => recordEvent(kinds.handed_out, { payload: { number: 7 } }))
    )
    await parked(null, 1, common.name)
    await record(one, 1, 'handed_out')
    assert.deepEqual(await handled(one, 1, common.name), [1])
    verdict = fine
    const numbers = await until('its try', async () => {
      const noted = await notedFor(null, common.name)
      return noted.length > before && noted
    })
    assert.equal(numbers.at(-1), 7)
  })

  // Red when retryParked ignores the tenant's status.
  test('of a tenant that is suspended wait, and continue with it', async ({ assert }) => {
    refuse(one)
    await record(one, 1)
    await parked(one, 1)
    const status = (word: string) =>
      asOperator('the operator', () =>
        unscoped().from('tenants').where('id', one).update({ status: word })
      )
    await status('suspended')
    verdict = fine
    await retryFirst(one)
    // A worker may pause it at this moment, like all jobs of a suspended tenant.
    const awake = async () => (await jobs(one)).filter(({ state }) => state !== 'paused')
    await until('its job to end', async () => (await awake()).length === 0)
    await sweep()
    assert.lengthOf(await awake(), 0)
    assert.deepEqual(await notedFor(one), [])
    await status('active')
    await sweep()
    assert.deepEqual(await handled(one, 1), [1])
  })

  test('of a tenant that is deleted are deleted with it', async ({ assert }) => {
    refuse(one)
    await record(one, 1)
    await parked(one, 1)
    await asOperator('the operator', () => unscoped().from('tenants').where('id', one).delete())
    assert.lengthOf(await parkedOf(one), 0)
    await record(other, 2)
    assert.deepEqual(await handled(other, 1), [2])
  })

  // Red when the sweep finds nothing.
  test('are found again if their job was lost', async ({ assert }) => {
    refuse(one)
    await record(one, 1)
    await parked(one, 1)
    await asOperator('lose it', () =>
      unscoped().from('jobs').where({ tenant_id: one, name: retryJob.name }).delete()
    )
    verdict = fine
    await asOperator('let it be due', () =>
      parkedEvents().where('tenant_id', one).update({ retry_at: now() })
    )
    await sweep()
    assert.deepEqual(await handled(one, 1), [1])
  })

  // Red without `failed` of the job: the line would end the process again and again.
  test('that end the process fail, and the next ones continue', async ({ assert }) => {
    refuse(one)
    await record(one, 1)
    await parked(one, 1)
    await record(one, 2)
    const [first] = await parked(one, 2)
    await until('its job to wait', async () =>
      (await jobs(one)).some(({ state }) => state === 'scheduled')
    )
    await asOperator('processes died', () =>
      unscoped().from('jobs').where({ tenant_id: one, name: retryJob.name }).update({ losses: 11 })
    )
    verdict = fine
    await change(one, retryParkedEvent, first!.id)
    assert.deepEqual(await handled(one, 1), [2])
    const [row] = await parkedOf(one)
    assert.containSubset(row!, { id: first!.id, state: 'failed' })
    assert.match(row!.last_error!, /process died/)
  })

  // Red when after dropParkedEvent() the next events wait for the dropped one's retry.
  test('can be dropped, and the next ones continue', async ({ assert }) => {
    verdict = (event, number) => {
      if (event.tenantId === one && number === 1) throw new Error('never')
    }
    await record(one, 1)
    const [first] = await parked(one, 1)
    await record(one, 2)
    await parked(one, 2)
    await asOperator('hours pass', () =>
      parkedEvents().where('id', first!.id).update({ tries: 15 })
    )
    await change(one, retryParkedEvent, first!.id)
    await until('its job to wait for hours', async () =>
      (await jobs(one)).some(
        ({ state, run_at: at }) => state === 'scheduled' && Date.parse(at) > Date.now() + 3_600_000
      )
    )
    await change(one, dropParkedEvent, first!.id)
    assert.deepEqual(await handled(one, 1), [2])
    await until('the line to be empty', async () => (await parkedOf(one)).length === 0)
  })

  if (testDatabase === 'pg') {
    const isWaiting = () =>
      sessionAt(app.database.databaseUrl!, async (client) => {
        const { rows } = await client.query(
          `select pid from pg_stat_activity
           where wait_event_type = 'Lock' and datname = current_database()`
        )
        return rows.length > 0
      })

    // Red when lockHead() or hold() reads the row without a lock: an event could be dropped while it is
    // handled, or reported as dropped when it was already gone.
    test('cannot be dropped while they are handled', async ({ assert }) => {
      refuse(one)
      await record(one, 1)
      const [first] = await parked(one, 1)
      const begun = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      verdict = () => {
        begun.resolve()
        return goOn.promise
      }
      await retryFirst(one)
      await begun.promise
      let settled = false
      const dropped = inTenant(one, () => transaction(() => dropParkedEvent(first!.id)))
      void dropped.finally(() => (settled = true))
      await until('the other to be through, or to wait', async () => settled || isWaiting())
      goOn.resolve()
      assert.isUndefined(await dropped)
      assert.deepEqual(await handled(one, 1), [1])
    })

    // Red when the job does not wait for the cursor before it ends: an event parked then would have no job.
    test('are not lost when they are parked while their line ends', async ({ assert, cleanup }) => {
      refuse(one)
      await record(one, 1)
      await parked(one, 1)
      const held = Promise.withResolvers<void>()
      const parking = Promise.withResolvers<void>()
      cleanup(() => parking.resolve())
      const runner = asOperator('be the runner', () =>
        transaction(async () => {
          await until('the cursor', () => tryLockCursor(fragile.name))
          held.resolve()
          await parking.promise
          const row = await unscoped().from('middleware_events').where('tenant_id', one).first()
          const line = { consumer: fragile.name, tenantId: one }
          await park(line, [[positioned({ ...row, id: newId() }), waitingBehindOthers()]])
          await ensureJob(line)
        })
      )
      await held.promise
      await sessionAt(app.database.databaseUrl!, async (client) => {
        await client.query('begin')
        let locked: Promise<unknown> | undefined
        // The test's session is next for the lock of the job's row, so the job cannot end after the event is
        // handled.
        verdict = async () => {
          verdict = fine
          locked = client.query('select id from jobs where tenant_id = $1 for update', [one])
          await until('a session to wait for a row', isWaiting)
        }
        await retryFirst(one)
        await handled(one, 1)
        await locked
        // The job waits for the cursor or for its own row.
        await until('a session to wait for a row', isWaiting)
        parking.resolve()
        await runner
        await client.query('commit')
      })
      await until('it to be taken up', async () => (await parkedOf(one)).length === 0)
      assert.lengthOf(await parkedOf(one), 0)
    })

    // Red when the cursor is not locked while a batch is parked: two runners would park or handle the same
    // event twice.
    test('are parked once by two runners of a consumer', async ({ assert, cleanup }) => {
      const second = new ConsumerRunner(fragile, tail.use(), await app.app.container.make('logger'))
      second.start()
      cleanup(() => second.stop())
      refuse(one)
      await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          Promise.all([record(one, number), record(other, number)])
        )
      )
      const numbers = await handled(other, 40)
      assert.lengthOf(new Set(numbers), 40)
      assert.lengthOf(await parked(one, 40), 40)
      verdict = fine
      await retryFirst(one)
      await handled(one, 40)
      await until('the line to be empty', async () => (await parkedOf(one)).length === 0)
      for (const tenantId of [one, other]) {
        const noted = await notedFor(tenantId)
        assert.lengthOf(noted, 40)
        assert.lengthOf(new Set(noted), 40)
      }
    })
  }
})

test.group('The start of a new consumer', () => {
  // Red when ensureCursors() ignores `from`.
  test('is the start of the log, or the present', async ({ assert }) => {
    const app = await bootApp({ plugins: [probe] })
    const { database } = app
    const tenantId = (await app.tenant('acme')).id
    await record(tenantId, 1)
    await app.app.terminate()
    const got: Record<string, unknown[]> = { start: [], now: [] }
    const newcomer = (from: 'start' | 'now'): Consumer => ({
      name: `newcomer.${from}`,
      from,
      on: [kinds.dropped_in],
      handle: async (events) =>
        void got[from]!.push(...events.map(({ payload }) => payload.number)),
    })
    const late = definePlugin({
      name: 'newcomer',
      version: '1.0.0',
      compatibility: '^0.1',
      dependsOn: ['probe'],
      consumers: async () => ({ default: [newcomer('start'), newcomer('now')] }),
    })
    const again = await bootApp({ plugins: [probe, late], database })
    await record(tenantId, 2)
    await until('both', () => got.now!.length > 0 && got.start!.length > 1)
    assert.deepEqual(got, { start: [1, 2], now: [2] })
    await again.stop()
    await database.remove()
  })
})
