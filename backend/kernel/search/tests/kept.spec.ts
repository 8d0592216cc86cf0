// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { migrationRunner } from '@crossdock/kernel/boot'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { ask, newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { databaseManager } from '../../database/database.js'
import { makeTenant } from '../../tenancy/tests/support.js'
import { modelScope } from '../../tenancy/model_scope.js'
import { readCandidates } from '../find.js'
import { hasMostRows } from '../tenant_share.js'
import { termOf } from '../term.js'
import { addNotes, addRest, found, Note, notesPlugin } from './fixtures/notes.js'

/** On SQLite the last nine digits of a tenant distinguish it first: these two share them. */
const acme = '01a205b0-0000-7000-8000-000123456789'
const globex = '01a205b0-0000-7000-9000-000123456789'

const operator = <T>(work: () => Promise<T>) => asOperator('look at everything', work)
const change = (sql: string, ...values: string[]) =>
  operator(() => transaction(() => ask(`${sql} returning id`, values)))

test.group('The index of texts', (group) => {
  let app: TestApp

  group.each.setup(async () => {
    app = await bootApp({ plugins: [notesPlugin] })
    await makeTenant(acme)
    await makeTenant(globex)
    for (const tenant of [acme, globex]) {
      await inTenant(tenant, async () => {
        await addNotes([[`first secret of ${tenant}`, 'old'], ['second secret']])
        await addRest()
      })
    }
    return () => app.stop()
  })

  /** The rows of the index's side table. */
  const sides = () =>
    testDatabase === 'pg'
      ? sessionAt(app.database.databaseUrl!, async (client) => {
          const { rows } = await client.query(
            'select id, xmin::text as at from notes_search order by id'
          )
          return rows as { id: string; at: string | number }[]
        })
      : ask<{ id: string; at: string | number }>(
          'select id, num as at from notes_search order by id'
        )

  const ids = async () => (await sides()).map(({ id }) => id)
  const rowIds = async (): Promise<string[]> => {
    const rows: { id: string }[] = await operator(async () =>
      unscoped().from('notes').select('id').orderBy('id')
    )
    return rows.map(({ id }) => id)
  }

  // Red when the query ignores the tenant: `own` in find.ts, `ofTenant` in text_index_postgres.ts.
  test('returns no row of another tenant, also without the scope of models', async ({ assert }) => {
    modelScope.enabled = false
    try {
      await inTenant(acme, async () => {
        assert.lengthOf(await found('secret'), 2)
        assert.deepEqual(await found(globex), [])
        const { sql, values } = (await readCandidates('notes', [termOf('secret')]))!
        const given = await ask<{ id: string }>(sql, values)
        const own = await operator(async () => unscoped().from('notes').where('tenant_id', acme))
        const mine = own.map(({ id }) => id)
        for (const { id } of given) assert.include(mine, id)
      })
      assert.lengthOf(await operator(() => found('secret')), 4)
    } finally {
      modelScope.enabled = true
    }
  })

  if (testDatabase === 'sqlite') {
    // Red when the query contains the tenant's own trigram although that tenant has nearly all rows: it would
    // read them all.
    test('queries the tenant only if others have most rows', async ({ assert }) => {
      await inTenant(acme, () => addNotes(Array.from({ length: 600 }, (_, at) => [`note ${at}`])))
      const hasMost = (tenant: string) => inTenant(tenant, () => hasMostRows('notes', tenant))
      assert.deepEqual([await hasMost(acme), await hasMost(globex)], [true, false])
      for (const tenant of [acme, globex]) {
        assert.lengthOf(await inTenant(tenant, () => found('secret')), 2)
      }
    })
  }

  if (testDatabase === 'pg') {
    // Red when a function with its owner's permissions uses the search path of its caller.
    test('uses functions with a fixed search path', async ({ assert }) => {
      const open = await operator(() =>
        ask<{ proname: string }>(
          `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
           and coalesce(proconfig::text, '') not like '%search_path=%'`
        )
      )
      assert.deepEqual(open, [])
    })

    // Red when the tenant with most rows is not separated from others: `tenant || ''` in
    // text_index_postgres.ts.
    test('returns no foreign rows to the tenant with most rows', async ({ assert }) => {
      await inTenant(acme, () => addNotes(Array.from({ length: 600 }, (_, at) => [`note ${at}`])))
      await sessionAt(app.database.databaseUrl!, (client) => client.query('analyze notes_search'))
      for (const tenant of [acme, globex]) {
        const { sql, values } = await inTenant(
          tenant,
          async () => (await readCandidates('notes', [termOf('secret')]))!
        )
        assert.lengthOf(await inTenant(tenant, () => ask(sql, values)), 2)
      }
    })

    const currentArguments = 'patterns text[], are_regex boolean[], most integer'
    const anywhere = 'notes_found_anywhere'
    const formerFunctions = {
      'with another body': 'notes_found',
      'with another body for all tenants': anywhere,
    }
    // Red without `isCurrent`, and when it compares only one of the two functions.
    test('gets its current functions on a start with old functions: {$self}')
      .with(Object.keys(formerFunctions) as (keyof typeof formerFunctions)[])
      .run(async ({ assert }, kind) => {
        const name = formerFunctions[kind]
        await sessionAt(app.database.databaseUrl!, (client) =>
          client.query(
            `create or replace function ${name}(${currentArguments})
             returns setof varchar language sql security definer
             set search_path = pg_catalog, pg_temp as $$ select 'former'::varchar $$`
          )
        )
        const later = await bootApp({ database: app.database, plugins: [notesPlugin] })
        await later.stop()
        await inTenant(acme, async () => assert.lengthOf(await found('secret'), 2))
        assert.lengthOf(await operator(() => found('secret')), 4)
        const left = await sessionAt(app.database.databaseUrl!, async (client) => {
          const { rows } = await client.query(
            `select pg_get_function_arguments(oid) as given from pg_proc where proname like 'notes_found%'`
          )
          return rows.map(({ given }: { given: string }) => given)
        })
        assert.deepEqual(left, [currentArguments, currentArguments])
      })

    // Red without any of the conditions of `closed` in the catalog of text_index_postgres.ts.
    test('is protected again by a start on a copy with extra permissions: {$self}')
      .with([
        'grant execute on function notes_found(text[], boolean[], integer) to public',
        'grant execute on function notes_found_anywhere(text[], boolean[], integer) to public',
        'grant execute on function notes_found_anywhere(text[], boolean[], integer) to "{name}_tenant"',
        'grant execute on function notes_found(text[], boolean[], integer) to "{name}_operator"',
        'grant select on notes_search to "{name}_tenant"',
        'grant delete on notes_search to "{name}_operator"',
        'revoke execute on function notes_found(text[], boolean[], integer) from "{name}_tenant"',
        'revoke execute on function notes_found_anywhere(text[], boolean[], integer) from "{name}_operator"',
      ])
      .run(async ({ assert }, opened) => {
        const { databaseUrl } = app.database
        const name = new URL(databaseUrl!).pathname.slice(1)
        const rights = () =>
          sessionAt(databaseUrl!, async (client) => {
            const { rows } = await client.query(
              `select relacl::text[] as rights from pg_class where relname = 'notes_search'
               union all select proacl::text[] from pg_proc where proname like 'notes_found%'`
            )
            return rows.map(({ rights }: { rights: string[] }) => [...rights].sort())
          })
        const protectedRights = await rights()
        await sessionAt(databaseUrl!, (client) => client.query(opened.replace('{name}', name)))
        assert.notDeepEqual(await rights(), protectedRights)
        const later = await bootApp({ database: app.database, plugins: [notesPlugin] })
        await later.stop()
        assert.deepEqual(await rights(), protectedRights)
      })

    // Red when a role may use the side table, when the tag '*' gives access, or when any role may call the
    // function for all tenants.
    test('is protected from the roles of tenants and operator', async ({ assert }) => {
      await sessionAt(app.database.databaseUrl!, async (client) => {
        const name = (await client.query('select current_database() as name')).rows[0].name
        const refused = (sql: string) =>
          assert.rejects(() => client.query(sql), /permission denied/)
        const count = async (tag: string) => {
          await client.query(`select set_config('app.tenant_id', $1, false)`, [tag])
          const { rows } = await client.query(
            `select * from notes_found(array['%secret%'], array[false], null)`
          )
          return rows.length
        }
        for (const role of ['tenant', 'operator']) {
          await client.query(`set session authorization ${name}_${role}`)
          for (const table of ['notes_search', 'users_search', 'tenants_search']) {
            await refused(`select * from ${table}`)
            await refused(`delete from ${table}`)
          }
          if (role === 'tenant') {
            await refused(`select * from notes_found_anywhere(array['%secret%'], array[false], 10)`)
            assert.deepEqual([await count(acme), await count(''), await count('*')], [2, 0, 0])
          } else {
            await refused(`select * from notes_found(array['%secret%'], array[false], 10)`)
          }
          await client.query('reset session authorization')
        }
      })
    })
  }

  // Red when one of the triggers is missing.
  test('follows changed texts and deleted rows, indexed or not', async ({ assert }) => {
    await inTenant(acme, async () => {
      await addNotes([['third secret']])
      await Note.query().where('title', 'second secret').update({ title: 'renamed secret' })
      await Note.query().where('title', 'third secret').update({ body: 'new to it' })
      assert.deepEqual(await found('second'), [])
      assert.lengthOf(await found('renamed secret'), 1)
      assert.deepEqual(await found('new to it'), [['third secret', 'new to it']])
      await addRest()
      assert.lengthOf(await found('renamed secret'), 1)
      assert.deepEqual(await found('new to it'), [['third secret', 'new to it']])
      for (const title of ['renamed secret', 'third secret']) {
        await Note.query().where('title', title).delete()
      }
      assert.deepEqual(await found('renamed'), [])
      assert.lengthOf(await found('secret'), 1)
    })
    assert.deepEqual(await ids(), await rowIds())
  })

  // Red when `searchable` leaves out the rows of the table, or creates an index without `mergeDeletedLate`.
  test('contains the rows that the table had before', async ({ assert }) => {
    const connectionName = testDatabase === 'pg' ? 'migrations' : 'main'
    const records = databaseManager().connection(connectionName).from('adonis_schema')
    await records.whereLike('name', '%/2_search_notes').update({ batch: 2 })
    for (const direction of ['down', 'up'] as const) {
      const runner = migrationRunner(app.app, { direction, batch: 1, connectionName } as never)
      await runner.run()
      if (runner.error) throw runner.error
    }
    assert.deepEqual(await ids(), await rowIds())
    if (testDatabase === 'pg')
      await (await bootApp({ database: app.database, plugins: [notesPlugin] })).stop()
    for (const tenant of [acme, globex]) {
      assert.lengthOf(await inTenant(tenant, () => found('secret')), 2)
    }
    if (testDatabase === 'pg') return
    const texts = await ask<{ n: number }>('select count(*) as n from notes_search_text_docsize')
    assert.isAbove(texts[0]!.n, 0)
    assert.deepEqual(await ask(`select v from notes_search_text_config where k = 'deletemerge'`), [
      { v: 75 },
    ])
  })

  // Red when rows deleted by a foreign key stay in the index.
  test('is deleted with its tenant', async ({ assert }) => {
    await change('delete from tenants where id = ?', globex)
    assert.deepEqual(await ids(), await rowIds())
    if (testDatabase === 'pg') return
    const texts = await ask<{ id: number }>('select id from notes_search_text_docsize')
    const numbers = (await sides()).map(({ at }) => at)
    for (const { id } of texts) assert.include(numbers, id)
  })

  // Red when the trigger fires on any update.
  test('is unchanged by updates of other columns, and by updates without changes', async ({
    assert,
  }) => {
    const before = await sides()
    await change('update notes set stars = 5')
    await change('update notes set title = title, body = body')
    assert.deepEqual(await sides(), before)
  })

  test('is restored when a transaction is rolled back', async ({ assert }) => {
    const before = await sides()
    const undone = inTenant(acme, () =>
      transaction(async () => {
        await addNotes([['undone']])
        await addRest()
        await Note.query().delete()
        throw new Error('undo it')
      })
    )
    await assert.rejects(() => undone, 'undo it')
    assert.deepEqual(await sides(), before)
    assert.lengthOf(await inTenant(acme, () => found('secret')), 2)
  })

  if (testDatabase === 'sqlite') {
    // Red when the index uses SQLite's implicit row numbers.
    test('survives a vacuum of the file', async ({ assert }) => {
      await change(`delete from notes where title = '·' and tenant_id = ?`, acme)
      await ask('vacuum')
      assert.lengthOf(await inTenant(globex, () => found('secret')), 2)
      const row = { id: newId(), tenant_id: globex, title: 'after it', created_at: now() }
      await operator(() => unscoped().insertQuery().table('notes').insert(row).exec())
      assert.lengthOf(await inTenant(globex, () => found('after it')), 1)
    })
  }
})
