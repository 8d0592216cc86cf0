// onBothDatabases: its SQL differs by database
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { now, transaction } from '@crossdock/kernel/database'
import type { Problem } from '@crossdock/kernel/ground'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { DriverTrace, freshDatabase, testDatabase } from '@crossdock/kernel/testing'
import { change } from '../database.js'
import { databaseFault } from '../faults.js'
import { ReaderPool } from '../readers/reader_pool.js'
import {
  queryOnReader,
  queryOnReaderOrHere,
  queryHereOrOnReader,
  readerPids,
} from '../readers/readers.js'

const endless = `with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n`
const countTenants = 'select count(*) as total from tenants'

const refusal = (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => assertNever('It was answered.'),
    (error: unknown) => error as Problem
  )
const assertNever = (what: string): never => {
  throw new Error(what)
}

const hasReaders = testDatabase !== 'pg' && process.env.SQLITE_DRIVER !== 'sqlite3'

const isGone = (pid: number) => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

const addTenant = (id: string) =>
  asOperator('a test', () =>
    transaction(() =>
      change(
        'insert into tenants (id, name, subdomain, created_at, updated_at) values (?, ?, ?, ?, ?)',
        [id, id, id, now(), now()]
      )
    )
  )

const total = async () => {
  const [row] = await asOperator('a test', () => queryOnReader<{ total: number }>(countTenants))
  return Number(row!.total)
}

test.group('Queries in a reader process', (group) => {
  let app: TestApp
  group.each.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })

  // Red when it reads an earlier snapshot, or before the commit is visible.
  test('see every acknowledged write', async ({ assert }) => {
    const before = await total()
    for (let made = 1; made <= 20; made++) {
      await addTenant(`tenant-${made}`)
      assert.equal(await total(), before + made)
    }
  })

  // Red when a statement that blocked the process runs on it again, or a fast one goes to a reader.
  test('are those that blocked the process the last time', async ({ assert }) => {
    const slow = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select count(*) as total from n`
    const asked = (text: string) =>
      asOperator('a test', async () => (await queryHereOrOnReader<{ total: number }>(text, []))[0])
    assert.equal(Number((await asked(countTenants))?.total), 0)
    assert.equal((await asked(countTenants))?.total !== undefined && readerPids().length, 0)
    for (let turn = 0; turn < 2; turn++) assert.equal(Number((await asked(slow))?.total), 300_000)
    assert.lengthOf(readerPids(), hasReaders ? 1 : 0)
    // Uncommitted writes are visible only in their transaction.
    await asOperator('a test', () => transaction(() => queryHereOrOnReader(slow, [])))
  })

  test('return the same as ask()', async ({ assert }) => {
    await addTenant('ÉTÉ')
    const rows = await asOperator('a test', () =>
      queryOnReader('select id, 1 as one, null as none from tenants where lower(id) = ? and ?', [
        testDatabase === 'pg' ? 'ÉTÉ'.toLowerCase() : 'été',
        true,
      ])
    )
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      process.env.SQLITE_DRIVER === 'sqlite3' ? [] : [{ id: 'ÉTÉ', one: 1, none: null }]
    )
    await assert.rejects(() =>
      asOperator('a test', () => queryOnReader('select nothing from tenants'))
    )
  })

  // Red when a trace covers only its own process: scans would escape backend/tests/explain.
  test('appear in a trace of the driver', async ({ assert, cleanup }) => {
    const trace = new DriverTrace()
    cleanup(() => trace.stop())
    await total()
    assert.lengthOf(
      trace.asked.filter(({ text }) => text === countTenants),
      1
    )
  })

  // Red when a reader is used anyway: it would miss the transaction's writes.
  test('are refused inside a transaction', async ({ assert }) => {
    await asOperator('a test', () =>
      transaction(async () => {
        await assert.rejects(() => queryOnReader(countTenants), /cannot see an open transaction/)
      })
    )
  })
})

if (testDatabase === 'sqlite' && process.env.SQLITE_DRIVER !== 'sqlite3') {
  test.group('Readers of SQLite', () => {
    // Red when the main connection runs it: no other request is answered.
    test('other requests are answered during an endless statement', async ({ assert, cleanup }) => {
      const app = await bootApp()
      const stopped = { is: false }
      cleanup(() => (stopped.is ? undefined : app.stop()))
      assert.deepEqual(readerPids(), [], 'none before the first query')
      const found = refusal(asOperator('a test', () => queryOnReader(endless)))
      await until('a reader to begin', async () => readerPids().length === 1)
      const [pid] = readerPids()
      for (let asked = 0; asked < 20; asked++) await app.ok('GET', '/api/health/ready')
      assert.isFalse(isGone(pid!))
      // The other reader still answers.
      assert.equal(await total(), 0)
      await app.stop()
      stopped.is = true
      assert.equal((await found).code, 'E_READ_ENDED')
      await until('the reader to be gone', async () => isGone(pid!))
    })

    // Red when a list is refused because the readers are busy with other queries.
    test('a slightly slow list is answered while the queue is full', async ({
      assert,
      cleanup,
    }) => {
      const app = await bootApp()
      const stopped = { is: false }
      cleanup(() => (stopped.is ? undefined : app.stop()))
      // A list that takes longer than the limit, but not too long to run on this process.
      const list = (rows: number) =>
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) select count(*) as total from n`
      const asked = (text: string) =>
        inTenant(
          'alpha',
          async () => (await queryHereOrOnReader<{ total: number }>(text, []))[0]?.total
        )
      const text = list(60_000)
      await asked(text)
      await until('it to go to a reader', async () => {
        await asked(text)
        return readerPids().length > 0
      })
      const search = () => refusal(inTenant('alpha', () => queryOnReader(endless)))
      const line = Array.from({ length: 12 }, search)
      assert.equal((await search()).code, 'E_READERS_BUSY')
      assert.equal(Number(await asked(text)), 60_000)
      // Red when a page of rows found by an index is refused as well.
      const page = () => queryOnReaderOrHere<{ total: number }>(list(10), [])
      assert.equal(Number((await inTenant('alpha', page))[0]!.total), 10)
      stopped.is = true
      await app.stop()
      await Promise.all(line)
    })

    // Red when the query of a dead reader is lost or repeated forever, or the pool keeps a dead reader.
    test('a reader that dies is replaced once; the second time the query fails', async ({
      assert,
      cleanup,
    }) => {
      const app = await bootApp()
      cleanup(() => app.stop())
      const found = refusal(asOperator('a test', () => queryOnReader(endless)))
      const killed: number[] = []
      while (killed.length < 2) {
        const alive = () => readerPids().filter((pid) => !killed.includes(pid))
        await until('a reader to begin', async () => alive().length === 1)
        const [pid] = alive()
        process.kill(pid!, 'SIGKILL')
        killed.push(pid!)
      }
      const { status, code } = await found
      assert.deepEqual([status, code], [503, 'E_READ_ENDED'])
      assert.equal(await total(), 0)
      assert.notIncludeMembers(readerPids(), killed)
    })

    // Red when slow statements are recognized by their text alone: a tenant with few rows would wait for one
    // with many.
    test('a statement that is slow for one tenant runs here for another', async ({
      assert,
      cleanup,
    }) => {
      const app = await bootApp()
      cleanup(() => app.stop())
      const count = (tenant: string, rows: number) =>
        inTenant(tenant, () =>
          queryHereOrOnReader(
            'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select count(*) from n',
            [rows]
          )
        )
      await count('alpha', 300_000)
      await count('bravo', 1)
      assert.lengthOf(readerPids(), 0)
      await count('alpha', 1)
      assert.lengthOf(readerPids(), 1)
    })

    // Red when the pool is a module variable.
    test('two applications use separate readers', async ({ assert, cleanup }) => {
      const [one, other] = [await bootApp(), await bootApp()]
      cleanup(() => other.stop())
      await one.inside(() => addTenant('acme'))
      assert.equal(await one.inside(total), 1)
      assert.equal(await other.inside(total), 0)
      const pidOf = (app: TestApp) => app.inside(async () => readerPids()[0]!)
      const pid = await pidOf(one)
      assert.notEqual(await pidOf(other), pid)
      await one.stop()
      await until('its reader to be gone', async () => isGone(pid))
      assert.equal(await other.inside(total), 0)
    })
  })

  test.group('A pool of readers', (group) => {
    let file: string
    group.each.setup(async () => {
      const database = await freshDatabase()
      file = `${database.dataDir}/some.sqlite3`
      const Sqlite = createRequire(import.meta.url)('better-sqlite3')
      const made = new Sqlite(file)
      made.exec(
        'pragma journal_mode = wal; create table things (id integer); insert into things values (1)'
      )
      made.close()
      return () => database.remove()
    })

    const never = 600_000
    const usual = { ms: never, rows: 1_000, bytes: 1_000_000, idleMs: never }
    const open = (bounds: object) => new ReaderPool(file, { ...usual, ...bounds })

    // Red without the limit: the query never ends.
    test('a query that takes too long is ended, and the next one is answered', async ({
      assert,
      cleanup,
    }) => {
      const bounds = { ...usual, ms: 100 }
      const pool = new ReaderPool(file, bounds)
      cleanup(() => pool.close())
      const problem = await refusal(pool.ask(endless, []))
      assert.deepEqual([problem.status, problem.code], [503, 'E_READ_TOO_LONG'])
      bounds.ms = never
      assert.deepEqual(await pool.ask('select id from things', []), [{ id: 1 }])
    })

    // Red without the limits: all rows would be held in memory, in both processes.
    test('results over the row or byte limit are refused', async ({ assert, cleanup }) => {
      const pool = open({ rows: 10 })
      cleanup(() => pool.close())
      const many = endless.replace('count(*)', 'i')
      assert.equal((await refusal(pool.ask(many, []))).code, 'E_READ_TOO_MUCH')
      const long = `select zeroblob(600000) as a, zeroblob(600000) as b`
      assert.equal((await refusal(pool.ask(long, []))).code, 'E_READ_TOO_MUCH')
      assert.lengthOf(await pool.ask('select id from things', []), 1)
    })

    // Red when a reader can write and bypass the single writer.
    test('a reader cannot write', async ({ assert, cleanup }) => {
      const pool = open({})
      cleanup(() => pool.close())
      const error = await refusal(pool.ask('delete from things returning id', []))
      assert.equal(error.code, 'SQLITE_READONLY')
    })

    test('at most two run, and others wait', async ({ assert, cleanup }) => {
      const pool = open({})
      cleanup(() => pool.close())
      const asked = Array.from({ length: 12 }, () => pool.ask('select id from things', []))
      assert.lengthOf(pool.pids, 2)
      for (const rows of await Promise.all(asked)) assert.deepEqual(rows, [{ id: 1 }])
      assert.lengthOf(pool.pids, 2)
    })

    const one = 'select id from things'

    // Red without a limit of the queue.
    test('a full queue refuses queries', async ({ assert, cleanup }) => {
      const pool = open({})
      cleanup(() => pool.close())
      const ask = (tenant: number) => refusal(inTenant(`t${tenant}`, () => pool.ask(endless, [])))
      const asked = Array.from({ length: 102 }, (_, at) => ask(at))
      const late = await ask(102)
      assert.deepEqual([late.status, late.code], [503, 'E_READERS_BUSY'])
      pool.close()
      const ended = await Promise.all(asked)
      assert.sameMembers(
        [...new Set(ended.map(({ code }) => code))],
        ['E_READ_ENDED', 'E_READERS_BUSY']
      )
      await until('all to be gone', async () => pool.pids.length === 0)
    })

    // Red when the queue is shared by all tenants, one tenant keeps both readers, or its queue has no limit.
    test('a tenant with a full queue does not delay others', async ({ assert, cleanup }) => {
      const pool = open({})
      cleanup(() => pool.close())
      const ended: string[] = []
      const search = () => refusal(inTenant('alpha', () => pool.ask(endless, [])))
      const asked = Array.from({ length: 12 }, () =>
        search().then(({ code }) => void ended.push(code))
      )
      const [first, second] = pool.pids
      assert.equal((await search()).code, 'E_READERS_BUSY')
      for (let turn = 0; turn < 3; turn++) {
        assert.deepEqual(await inTenant('bravo', () => pool.ask(one, [])), [{ id: 1 }])
      }
      // Alpha's first search continued; its interrupted one still has to be answered.
      assert.include(pool.pids, first!)
      assert.notInclude(pool.pids, second!)
      assert.deepEqual(ended, [])
      pool.close()
      await Promise.all(asked)
      await until('all to be gone', async () => pool.pids.length === 0)
    })

    // Red when queries are served in order of arrival: a tenant with ten queries is served ten times.
    test('tenants are served in turns', async ({ assert, cleanup }) => {
      const pool = open({})
      cleanup(() => pool.close())
      const served: string[] = []
      const asked = Array.from({ length: 2 }, () =>
        refusal(inTenant('alpha', () => pool.ask(endless, [])))
      )
      await Promise.all(
        ['bravo', 'bravo', 'bravo', 'charlie'].map(async (tenant) => {
          await inTenant(tenant, () => pool.ask(one, []))
          served.push(tenant)
        })
      )
      assert.deepEqual(served, ['bravo', 'charlie', 'bravo', 'bravo'])
      pool.close()
      await Promise.all(asked)
    })

    // Red when the waiting caller gets the error: reading twice does no harm.
    test('the query of a killed reader runs again', async ({ assert, cleanup }) => {
      const pool = open({})
      cleanup(() => pool.close())
      const found = pool.ask(one, [])
      process.kill(pool.pids[0]!, 'SIGKILL')
      assert.deepEqual(await found, [{ id: 1 }])
    })

    // Red when an idle reader keeps running and takes memory.
    test('an idle reader ends', async ({ assert, cleanup }) => {
      const pool = open({ idleMs: 1 })
      cleanup(() => pool.close())
      assert.lengthOf(await pool.ask('select id from things', []), 1)
      await until('it to end', async () => pool.pids.length === 0)
      assert.lengthOf(await pool.ask('select id from things', []), 1)
    })

    // Red when a statement stays open: the log would grow until the reader ends.
    test('readers hold nothing between queries: the log can be emptied', async ({
      assert,
      cleanup,
    }) => {
      const pool = open({ rows: 1 })
      cleanup(() => pool.close())
      const Sqlite = createRequire(import.meta.url)('better-sqlite3')
      const writer = new Sqlite(file)
      cleanup(() => writer.close())
      await pool.ask('select id from things', [])
      writer.exec('insert into things values (2), (3)')
      // Interrupts a query while it returns rows.
      await refusal(pool.ask('select id from things', []))
      assert.equal(writer.pragma('wal_checkpoint(truncate)')[0].busy, 0)
    })

    // Red without the watch: the reader would run forever and keep the log of the next server from restarting.
    test('a reader ends when its server is killed', async ({ assert }) => {
      const program = `
        const { ReaderPool } = await import(process.argv[2])
        const pool = new ReaderPool(process.argv[3])
        await pool.ask('select 1', [])
        process.stdout.write(String(pool.pids))
        await pool.ask(process.argv[4], [])`
      const pool = new URL('../readers/reader_pool.js', import.meta.url).href
      const script = `${file}.mjs`
      await writeFile(script, program)
      const args = [...process.execArgv, script, pool, file, endless]
      const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const [said] = await once(server.stdout, 'data')
      const pid = Number(said)
      assert.isFalse(isGone(pid))
      server.kill('SIGKILL')
      await until('the reader to be gone', async () => isGone(pid))
    })

    test('a missing file is an error and is not created', async ({ assert, cleanup }) => {
      const pool = open({})
      cleanup(() => pool.close())
      await rm(file)
      const problem = await refusal(pool.ask('select id from things', []))
      assert.equal(problem.code, 'SQLITE_CANTOPEN')
      // Red when this counts as an error of the statement: the response would be 500, although the statement is
      // correct.
      assert.equal(databaseFault(problem), 'away')
    })
  })
}
