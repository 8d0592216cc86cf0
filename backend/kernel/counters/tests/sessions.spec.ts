// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import type pg from 'pg'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { newId, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionAt, testDatabase, until } from '@crossdock/kernel/testing'
import { makeTenant } from '../../tenancy/tests/support.js'
import { fold } from '../fold.js'
import { assertCounted, labPlugin, tenants } from './lab.js'

if (testDatabase === 'pg') {
  test.group('Counters of several sessions', (group) => {
    let app: TestApp

    group.setup(async () => {
      app = await bootApp({ plugins: [labPlugin] })
      for (const tenant of tenants) await makeTenant(tenant)
      return () => app.stop()
    })

    const insertOf = (id: string) => `
    insert into lab_parcels (id, tenant_id, created_at, note, state, is_held)
    values ('${id}', 'initech', now(), 'x', 'new', false)`
    const session = <T>(work: (client: pg.Client) => Promise<T>) =>
      sessionAt(app.database.databaseUrl!, work)

    // Red when two sessions share a row: the second would wait for the commit of the first.
    test('are written concurrently by transactions of one tenant', async ({ assert }) => {
      const ids = [newId(), newId()]
      await session(async (first) => {
        await first.query('begin')
        await first.query(insertOf(ids[0]!))
        await session(async (second) => {
          await second.query(`set lock_timeout = '1s'`)
          await second.query(insertOf(ids[1]!))
        })
        await first.query('commit')
      })
      await assertCounted(assert, 'side by side')
    })

    // Red as before: PostgreSQL aborts a transaction that writes a row changed concurrently (40001), and
    // `If-Match` would give 412.
    test('do not abort a repeatable-read transaction', async ({ assert }) => {
      await session(async (steady) => {
        await steady.query('begin isolation level repeatable read')
        await steady.query('select from lab_parcels')
        await session((other) => other.query(insertOf(newId())))
        await steady.query(insertOf(newId()))
        await steady.query('commit')
      })
      await assertCounted(assert, 'repeatable read')
    })

    // Red when only past hours are merged: each former session would leave a row.
    test('drop the rows of ended sessions', async ({ assert }) => {
      const slots = () =>
        asOperator('test', async (): Promise<{ slot: number }[]> =>
          unscoped()
            .from('counters')
            .where({ tenant_id: 'initech', counter: 'lab.held' })
            .select('slot')
        )
      const held = insertOf(newId()).replace('false', 'true')
      const ended = await session(async (client) => {
        await client.query(held)
        return Number((await client.query('select pg_backend_pid() as pid')).rows[0].pid)
      })
      assert.include(
        (await slots()).map(({ slot }) => slot),
        ended
      )
      await until('the session to be gone', async () => {
        await fold()
        return !(await slots()).some(({ slot }) => slot === ended)
      })
      await assertCounted(assert, 'forgotten')
    })
  })
}
