// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import {
  attempt,
  isPassing,
  plannedEachTime,
  transaction,
  unscoped,
} from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase, until } from '@crossdock/kernel/testing'
import { asOwner } from './refused_commits.js'

// On SQLite statements are kept in this process.
if (testDatabase === 'pg') {
  test.group('Prepared statements of PostgreSQL', (group) => {
    let app: TestApp
    group.setup(async () => {
      app = await bootApp()
      await asOwner(app.database, 'create table lab (a integer)')
      await asOwner(app.database, 'grant select on lab to public')
      return () => app.stop()
    })

    const inOne = <T>(work: () => Promise<T>) => asOperator('a test', () => transaction(work))
    const ask = async (sql: string, values: number[] = [1]) => {
      const { rows } = await unscoped().rawQuery<{ rows: Record<string, unknown>[] }>(sql, values)
      return rows
    }
    const kept = async (like: string) => {
      const of = `select statement from pg_prepared_statements where statement like '${like}' order by 1`
      return (await ask(of, [])).map(({ statement }) => statement)
    }
    const named = async (statement: string) => {
      const of = `select name from pg_prepared_statements where statement = '${statement}'`
      return (await ask(of, [])).map(({ name }) => name)
    }

    // Red when no statement gets a name. Also red when one gets a name at its first use, or although it must be
    // planned each time.
    test('are those that are repeated', async ({ assert }) => {
      await inOne(async () => {
        await ask('select ?::int as once')
        for (const value of [1, 2, 3]) {
          await ask(`select ?::int as planned${plannedEachTime}`)
          assert.deepEqual(await ask('select ?::int as again', [value]), [{ again: value }])
        }
        assert.deepEqual(await kept('select $1::int as %'), ['select $1::int as again'])
      })
    })

    // Red when no statement is dropped, or a failing statement drops a name that was never kept.
    test('are limited in number', async ({ assert }) => {
      await inOne(async () => {
        const wrong = () => ask('select ?::int as no from missing')
        for (const _ of [1, 2]) assert.isFalse((await attempt(wrong)).done)
        for (let number = 0; number < 220; number++) {
          for (const _ of [1, 2]) await ask(`select ?::int as n${number}`)
        }
        const left = await kept('select $1::int as n%')
        assert.isAtMost(left.length, 200)
        assert.isAbove(left.length, 150)
        assert.include(left, 'select $1::int as n219')
        assert.notInclude(left, 'select $1::int as n0')
        assert.deepEqual(await ask('select ?::int as n0', [7]), [{ n0: 7 }])
      })
    })

    // Red when the statement that was prepared first is dropped first, even if it is still used.
    test('are kept as long as they are used', async ({ assert }) => {
      await inOne(async () => {
        const used = 'select ?::int as used'
        for (const _ of [1, 2]) await ask(used)
        const first = await named('select $1::int as used')
        for (let number = 0; number < 220; number++) {
          for (const _ of [1, 2]) await ask(`select ?::int as m${number}`)
          await ask(used)
        }
        assert.deepEqual(await named('select $1::int as used'), first)
      })
    })

    // Red when connections use the same names. A session that a pooler passes on would have names of another
    // connection.
    test('have different names on each connection', async ({ assert }) => {
      const both = Promise.withResolvers<void>()
      let open = 0
      const names = () =>
        inOne(async () => {
          for (const _ of [1, 2]) await ask('select ?::int as own')
          if (++open === 2) both.resolve()
          await both.promise
          const [name] = await named('select $1::int as own')
          return String(name).split('_')[0]
        })
      const [one, other] = await Promise.all([names(), names()])
      assert.notEqual(one, other)
    })

    // Red when the error reaches the caller, or the outdated names stay.
    test('are dropped when a migration changed their result', async ({ assert }) => {
      const read = () => asOperator('a test', () => ask('select *, ?::int as b from lab'))
      for (const _ of [1, 2, 3]) await read()
      await asOwner(app.database, 'alter table lab add column c integer')
      for (const _ of [1, 2, 3]) assert.deepEqual(await read(), [])
    })

    // Red when a statement for all columns is named in a transaction: the migration would abort it.
    test('do not abort a transaction that was open during the migration', async ({ assert }) => {
      const statement = 'select *, ?::int as d from lab'
      const pid = async () => (await ask('select pg_backend_pid() as pid', []))[0]!.pid
      const keep = () =>
        inOne(async () => {
          for (const _ of [1, 2]) await ask(statement)
          return pid()
        })
      // Use the connection that has prepared the statement, whichever one the pool returns.
      const outcome = await until('the same connection', async () => {
        const keeper = await keep()
        return inOne(async () => {
          if ((await pid()) !== keeper) return undefined
          await asOwner(app.database, 'alter table lab add column e integer')
          await ask(statement)
          return { error: undefined }
        }).catch((error: unknown) => ({ error }))
      })
      assert.isUndefined(outcome!.error)
    })

    // Red when a name is closed while other queries with it wait.
    test('are not closed while queued queries use them', async ({ assert }) => {
      await inOne(async () => {
        const last = 200
        for (let number = 0; number < last; number++) await ask(`select ?::int as q${number}`)
        const asked = [0, 0, ...Array.from({ length: last - 1 }, (_, at) => at + 1), last, last, 0]
        const results = await Promise.all(
          asked.map((number, value) => ask(`select ?::int as q${number}`, [value]))
        )
        assert.deepEqual(
          results,
          asked.map((number, value) => [{ [`q${number}`]: value }])
        )
        assert.isAtMost((await kept('select $1::int as q%')).length, last)
      })
    })

    // Red when a name is kept after an error: pg closes the statement, but still uses its name.
    test('are prepared again after an invalid value', async ({ assert }) => {
      const invalid = { toJSON: () => JSON.parse('{') } as unknown as number
      const statement = 'select ?::text as given'
      await inOne(async () => {
        await ask(statement)
        assert.isFalse((await attempt(() => ask(statement, [invalid]))).done)
        for (const _ of [1, 2]) assert.deepEqual(await ask(statement), [{ given: '1' }])
      })
    })

    // Red when the name is kept: its values have the column's former type.
    test('are prepared again when a migration changed their parameters', async ({ assert }) => {
      await asOwner(app.database, 'create table narrow (a integer)')
      await asOwner(app.database, 'grant select on narrow to public')
      const find = (value: number) =>
        asOperator('a test', () => ask('select a from narrow where a + ? > 1', [value]))
      for (const _ of [1, 2, 3]) assert.deepEqual(await find(1), [])
      await asOwner(app.database, 'alter table narrow alter column a type bigint')
      for (const _ of [1, 2, 3]) assert.deepEqual(await find(3e9), [])
    })

    // Red when the message is compared: PostgreSQL uses the language of `lc_messages`.
    test('are recognized as outdated in any language', ({ assert }) => {
      const refusal = new Error('gecachter Plan darf den Ergebnistyp nicht ändern')
      const error = Object.assign(refusal, { code: '0A000', routine: 'RevalidateCachedQuery' })
      assert.isTrue(isPassing(error))
    })
  })
}
