// onOneDatabase: concerns SQLite's file
import { createRequire } from 'node:module'
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { afterCommit, ask, now, transaction, unscoped } from '@crossdock/kernel/database'
import { settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'
import { DriverTrace, testDatabase } from '@crossdock/kernel/testing'
import { currentContext } from '../../ground/context.js'
import { sqliteFile } from '../connections/config.js'
import { insertRow } from '../rows/kept_rows.js'
import { databaseFault } from '../faults.js'
import { refuseCommits } from './refused_commits.js'

const BetterSqlite = createRequire(import.meta.url)('better-sqlite3')
const together = testDatabase === 'sqlite' && process.env.SQLITE_DRIVER !== 'sqlite3'

test.group('Waiting transactions', (group) => {
  group.each.skip(!together, 'only better-sqlite3 shares commits')
  let app: TestApp

  group.setup(async () => {
    app = await bootApp()
    if (together) await refuseCommits(app.database, 'tenants', 'subdomain')
    return () => app.stop()
  })

  const add = (id: string) => {
    const times = { created_at: now(), updated_at: now() }
    return insertRow('tenants', { id, name: id, subdomain: id, status: 'active', ...times })
  }
  const calls: string[] = []
  const adding = (id: string, then: () => unknown = () => undefined) =>
    asOperator('a test', () =>
      transaction(async () => {
        await add(id)
        afterCommit(() => calls.push(id))
        await then()
      })
    )
  const there = async (...ids: string[]) => {
    const found: string[] = []
    for (const id of ids) {
      const rows = await asOperator('look', () => ask('select id from tenants where id = ?', [id]))
      if (rows.length > 0) found.push(id)
    }
    return found
  }
  const fail = () => {
    throw new Error('stop')
  }

  // Red when each commits separately.
  test('are committed together', async ({ assert, cleanup }) => {
    const trace = new DriverTrace()
    cleanup(() => trace.stop())
    await Promise.all(['a1', 'a2', 'a3'].map((id) => adding(id)))
    trace.stop()
    const added = /^insert into "?tenants/
    const holding = trace.transactions.filter((asked) => asked.some(({ text }) => added.test(text)))
    assert.lengthOf(holding, 1)
    assert.deepEqual(await there('a1', 'a2', 'a3'), ['a1', 'a2', 'a3'])
  })

  // Red when a savepoint is not rolled back, or all of them are.
  test('fail separately', async ({ assert }) => {
    const ends = await Promise.allSettled([
      adding('b1'),
      adding('b2', fail),
      adding('b3'),
      adding('b1'),
      adding('b4'),
    ])
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']
    )
    const ids = ['b1', 'b2', 'b3', 'b4']
    assert.deepEqual(await there(...ids), ['b1', 'b3', 'b4'])
    assert.deepEqual(
      calls.filter((id) => ids.includes(id)),
      ['b1', 'b3', 'b4']
    )
  })

  test('continue after a first one that fails', async ({ assert }) => {
    const ends = await Promise.allSettled([adding('c1', fail), adding('c2'), adding('c3')])
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled']
    )
    assert.deepEqual(await there('c1', 'c2', 'c3'), ['c2', 'c3'])
  })

  // Red when finished members get their result before the commit.
  test('all fail with their commit, and can be retried', async ({ assert }) => {
    const ends = await Promise.allSettled([adding('d1'), adding('refused-d2'), adding('d3')])
    for (const end of ends) {
      assert.equal(databaseFault(end.status === 'rejected' && end.reason), 'busy')
    }
    assert.deepEqual(await there('d1', 'refused-d2', 'd3'), [])
    assert.notIncludeMembers(calls, ['d1', 'refused-d2', 'd3'])
    const [alone] = await Promise.allSettled([adding('refused-d2')])
    assert.match(String(alone?.status === 'rejected' && alone.reason), /FOREIGN KEY/)
    await adding('d1')
    assert.deepEqual(await there('d1'), ['d1'])
  })

  // Red without the check that the transaction is open: the next savepoint would begin a new one.
  test('all fail when the database ends their transaction', async ({ assert }) => {
    const end = () => currentContext().trx!.ask('rollback')
    const ends = await Promise.allSettled([
      adding('e1'),
      adding('e2', end),
      adding('e3', end),
      adding('e4'),
    ])
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected', 'fulfilled']
    )
    assert.deepEqual(await there('e1', 'e2', 'e3', 'e4'), ['e4'])
    const failing = await Promise.allSettled([
      adding('f1'),
      adding('f2', async () => {
        await end()
        fail()
      }),
      adding('f3'),
    ])
    assert.deepEqual(
      failing.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled']
    )
    assert.deepEqual(await there('f1', 'f2', 'f3'), ['f3'])
  })

  // Red when a statement outside uses the connection although a transaction is open on it.
  test('are not visible before the commit', async ({ assert }) => {
    const between = Promise.withResolvers<void>()
    // Runs outside the open transaction.
    const seen = between.promise.then(() => there('g1', 'g2'))
    const ends = await Promise.allSettled([
      adding('g1'),
      adding('g2', async () => {
        between.resolve()
        for (let turn = 0; turn < 20; turn++) await ask('select 1')
      }),
      adding('refused-g3'),
    ])
    assert.isTrue(ends.every(({ status }) => status === 'rejected'))
    assert.deepEqual(await seen, [])
  })

  // Red when one group takes all waiting transactions: other queries would wait for all of them.
  test('leave the connection to other queries in between', async ({ assert }) => {
    let begun = 0
    const first = Promise.withResolvers<void>()
    const read = first.promise.then(() => there('h0')).then(() => begun)
    const work = async () => {
      begun++
      first.resolve()
      await ask('select 1')
    }
    await Promise.all(Array.from({ length: 40 }, (_, at) => adding(`h${at}`, work)))
    assert.isBelow(await read, 40)
  })

  // Red when a connection that cannot begin is not returned to the pool, which would then be empty.
  test('all fail if none can begin, and work again later', async ({ assert, cleanup }) => {
    const busyTimeout = (ms: number) =>
      asOperator(
        'a test',
        async () => void (await unscoped().rawQuery(`pragma busy_timeout = ${ms}`))
      )
    await busyTimeout(20)
    cleanup(() => busyTimeout(5_000))
    const other = new BetterSqlite(sqliteFile(settings.use()))
    cleanup(() => other.close())
    other.exec('begin immediate')
    const ends = await Promise.allSettled([adding('i1'), adding('i2')])
    for (const end of ends) {
      assert.equal(databaseFault(end.status === 'rejected' && end.reason), 'busy')
    }
    other.exec('rollback')
    await adding('i3')
    assert.deepEqual(await there('i1', 'i2', 'i3'), ['i3'])
  })
})
