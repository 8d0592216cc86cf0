// onBothDatabases: its SQL differs by database
import pg from 'pg'
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { Logger } from '@adonisjs/core/logger'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { defineEvent, recordEvent } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'
import { beginning, type Position } from '../position.js'
import { readAll, settledPosition } from '../read_log.js'
import { Tail } from '../tail.js'

const tenant = 'tenant-turns'
const turned = defineEvent('turned', {
  description: 'A probe',
  payload: vine.object({ number: vine.number() }),
})
const probe = definePlugin({
  name: 'probe',
  version: '1.0.0',
  compatibility: '^0.1',
  eventTypes: [turned],
})

const record = (number: number, before?: () => Promise<unknown>) =>
  inTenant(tenant, () =>
    transaction(async () => {
      await before?.()
      await recordEvent(turned, { payload: { number } })
    })
  )

if (testDatabase === 'pg') {
  test.group('Turns of the log (PostgreSQL)', (group) => {
    let app: TestApp
    let place: Position

    group.setup(async () => {
      app = await bootApp({ plugins: [probe] })
      const times = { created_at: now(), updated_at: now() }
      await asOperator('test fixture', () =>
        unscoped()
          .insertQuery()
          .table('tenants')
          .insert({ id: tenant, name: tenant, subdomain: tenant, status: 'active', ...times })
      )
      return () => app.stop()
    })
    group.each.setup(async () => {
      place = beginning
      await read()
    })

    /** Numbers of the events since the last read, as a consumer would continue. */
    const read = () =>
      asOperator('read the log', async () => {
        const settled = await settledPosition()
        if (!settled) return []
        const events = await readAll(place, settled, 10_000)
        place = settled
        return events.map(
          ({ row }) => (JSON.parse(row.payload as string) as { number: number }).number
        )
      })

    async function session(cleanup: TestContext['cleanup'], database?: string) {
      const url = new URL(app.database.databaseUrl!)
      if (database) url.pathname = `/${database}`
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      cleanup(() => client.end())
      return client
    }

    // Red when the log is ordered by transaction ids (pg_snapshot_xmin).
    test('transactions without events block no reader, in this database or another', async ({
      assert,
      cleanup,
    }) => {
      for (const database of [undefined, 'postgres']) {
        const client = await session(cleanup, database)
        await client.query('begin')
        await client.query('select pg_current_xact_id()')
        await record(1)
        assert.deepEqual(await read(), [1], database)
      }
    })

    /** Locks the number that the next writer will draw, and waits until that writer queues for it. */
    async function drawing<T>(client: pg.Client, write: () => Promise<T>) {
      const { rows } = await client.query<{ turn: string }>(
        'select last_value + is_called::int as turn from middleware_event_turns'
      )
      await client.query('select pg_advisory_lock($1::bigint)', [rows[0]!.turn])
      const written = write()
      await until('the first to wait for its number', async () => {
        const { rows } = await client.query(
          `select from pg_locks where locktype = 'advisory' and not granted and
             database = (select oid from pg_database where datname = current_database())`
        )
        return rows.length > 0
      })
      return { turn: Number(rows[0]!.turn), written }
    }

    // Red when take_event_turn() does not lock before it draws a number.
    test('no reader advances while a writer has drawn a number but not locked it', async ({
      assert,
      cleanup,
    }) => {
      const client = await session(cleanup)
      const { written } = await drawing(client, () => record(1))
      await record(2)
      assert.deepEqual(await read(), [])
      await client.query('select pg_advisory_unlock_all()')
      await written
      assert.deepEqual(await read(), [1, 2])
    })

    // Red when a tail that cannot find the end starts at the beginning.
    test('a tail that starts while a number is drawn delivers nothing twice', async ({
      assert,
      cleanup,
    }) => {
      await record(1)
      const client = await session(cleanup)
      const { turn, written } = await drawing(client, () => record(2))
      const late = new Tail(new Logger({ enabled: false }), undefined)
      const started = late.start()
      cleanup(() => late.stop())
      for (let looks = 0; looks < 20; looks++) assert.deepEqual(await read(), [])
      await client.query('select pg_advisory_unlock_all()')
      await Promise.all([written, started])
      assert.isAtLeast(late.end.transaction, turn - 1)
    })

    // Red when settled_event_turn() ignores the next number.
    test('a transaction that begins after a look is not settled by it', async ({
      assert,
      cleanup,
    }) => {
      const reader = await session(cleanup)
      const looked = await reader.query<{ turn: string }>('select settled_event_turn() as turn')
      const gate = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const slow = inTenant(tenant, () =>
        transaction(async () => {
          await recordEvent(turned, { payload: { number: 1 } })
          begun.resolve()
          await gate.promise
        })
      )
      await begun.promise
      await record(2)
      const { rows } = await reader.query<{ turn: string }>(
        'select max(transaction) as turn from middleware_events'
      )
      gate.resolve()
      await slow
      assert.isBelow(Number(looked.rows[0]!.turn), Number(rows[0]!.turn))
      assert.deepEqual(await read(), [1, 2])
    })

    // Red when settled_event_turn() ignores held turns.
    test('many writers and a constant reader: every event once', async ({ assert }) => {
      const writers = 12
      const each = 60
      const slow = () => unscoped().rawQuery('select pg_sleep(random() / 200)')
      let writing = true
      const written = Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          for (let index = 0; index < each; index++) {
            await inTenant(tenant, () =>
              transaction(async () => {
                await recordEvent(turned, { payload: { number: writer * each + index } })
                if (index % 3 === 0) await slow()
              })
            )
          }
        })
      ).finally(() => (writing = false))
      const found: number[] = []
      while (writing) found.push(...(await read()))
      await written
      found.push(...(await read()))
      assert.lengthOf(found, writers * each)
      assert.lengthOf(new Set(found), writers * each)
    })

    test('a turn rolled back with a savepoint is taken again', async ({ assert }) => {
      await record(3, async () => {
        const trx = unscoped()
        await trx.rawQuery('savepoint before')
        await recordEvent(turned, { payload: { number: 2 } })
        await trx.rawQuery('rollback to savepoint before')
      })
      assert.deepEqual(await read(), [3])
    })
  })
}
