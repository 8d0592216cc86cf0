// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { attempt, isPassing, plannedAnew, transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase, until } from '@crossdock/kernel/testing'
import { asOwner } from './refused_commits.js'

// SQLite keeps statements in the process.
if (testDatabase === 'pg') {
  test.group('Statements that PostgreSQL keeps', (group) => {
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

    // Red when nothing is named, or what is asked for the first time is, or what is to be planned anew.
    test('are those that are asked again', async ({ assert }) => {
      await inOne(async () => {
        await ask('select ?::int as once')
        for (const value of [1, 2, 3]) {
          await ask(`select ?::int as anew${plannedAnew}`)
          assert.deepEqual(await ask('select ?::int as again', [value]), [{ again: value }])
        }
        assert.deepEqual(await kept('select $1::int as %'), ['select $1::int as again'])
      })
    })

    // Red when none makes room, or a name is given up by a statement that fails where there is none.
    test('make room for others', async ({ assert }) => {
      await inOne(async () => {
        const wrong = () => ask('select ?::int as no from nowhere')
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

    // Red when what was kept first makes room first.
    test('keep their place as long as they are used', async ({ assert }) => {
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

    // Red when connections share names: in a session that a pooler hands on, one's would be taken for the other's.
    test('have names of their own on each connection', async ({ assert }) => {
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

    // Red when the error is handed on, or the outdated names stay.
    test('are given up when a migration changed what they give back', async ({ assert }) => {
      const read = () => asOperator('a test', () => ask('select *, ?::int as b from lab'))
      for (const _ of [1, 2, 3]) await read()
      await asOwner(app.database, 'alter table lab add column c integer')
      for (const _ of [1, 2, 3]) assert.deepEqual(await read(), [])
    })

    // Red when what gives back all columns is named in a transaction: the migration would end it.
    test('do not end a transaction that was open meanwhile', async ({ assert }) => {
      const statement = 'select *, ?::int as d from lab'
      const pid = async () => (await ask('select pg_backend_pid() as pid', []))[0]!.pid
      const keep = () =>
        inOne(async () => {
          for (const _ of [1, 2]) await ask(statement)
          return pid()
        })
      // On the connection that has kept it, whichever the pool gives.
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

    // Red when a name is given up while others that were asked by it wait for their turn.
    test('are not given up under those that wait behind each other', async ({ assert }) => {
      await inOne(async () => {
        const last = 200
        for (let number = 0; number < last; number++) await ask(`select ?::int as q${number}`)
        const asked = [0, 0, ...Array.from({ length: last - 1 }, (_, at) => at + 1), last, last, 0]
        const told = await Promise.all(
          asked.map((number, value) => ask(`select ?::int as q${number}`, [value]))
        )
        assert.deepEqual(
          told,
          asked.map((number, value) => [{ [`q${number}`]: value }])
        )
        assert.isAtMost((await kept('select $1::int as q%')).length, last)
      })
    })

    // Red when a name outlives an error: pg closes it then, and takes it for kept all the same.
    test('are asked anew after a value that cannot be told', async ({ assert }) => {
      const untold = { toJSON: () => JSON.parse('{') } as unknown as number
      const statement = 'select ?::text as told'
      await inOne(async () => {
        await ask(statement)
        assert.isFalse((await attempt(() => ask(statement, [untold]))).done)
        for (const _ of [1, 2]) assert.deepEqual(await ask(statement), [{ told: '1' }])
      })
    })

    // Red when the name is kept: its values are of the type that the column had.
    test('are asked anew when a migration changed what they take', async ({ assert }) => {
      await asOwner(app.database, 'create table narrow (a integer)')
      await asOwner(app.database, 'grant select on narrow to public')
      const find = (value: number) =>
        asOperator('a test', () => ask('select a from narrow where a + ? > 1', [value]))
      for (const _ of [1, 2, 3]) assert.deepEqual(await find(1), [])
      await asOwner(app.database, 'alter table narrow alter column a type bigint')
      for (const _ of [1, 2, 3]) assert.deepEqual(await find(3e9), [])
    })

    // Red when it is known by its words: PostgreSQL speaks the language of its `lc_messages`.
    test('are known for outdated in whatever language', ({ assert }) => {
      const told = new Error('gecachter Plan darf den Ergebnistyp nicht ändern')
      const error = Object.assign(told, { code: '0A000', routine: 'RevalidateCachedQuery' })
      assert.isTrue(isPassing(error))
    })
  })
}
