import { test } from '@japa/runner'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { freshDatabase, testDatabase } from '@crossdock/kernel/testing'
import { databaseManager } from '../kernel/database/database.js'
import { sessionAt } from '../kernel/tenancy/tests/support.js'
import { furnishedTenant, startSystem } from './matrix/furnished_tenant.js'

const references: Record<string, string> = {
  magic_tokens: 'user_id',
  sessions: 'user_id',
  assets: 'parent_id',
  asset_versions: 'asset_id',
  api_endpoints: 'system_id',
  flow_step_results: 'run_id',
}
const tables = Object.keys(references)
const migrations = /(bind_\w+_to_tenant|guard_tenants)$/

const operator = <T>(work: () => Promise<T>) => asOperator('look past the tenants', work)

const rowsOf = () =>
  operator(async () => {
    const all: Record<string, unknown[]> = {}
    for (const table of tables) all[table] = await unscoped().from(table).orderBy('id')
    return all
  })

async function indexes(): Promise<string[]> {
  const query =
    testDatabase === 'pg'
      ? `select indexname as name from pg_indexes where schemaname = 'public'`
      : `select name from sqlite_schema where type = 'index'`
  const result = await operator(() => unscoped().rawQuery(query))
  return (result.rows ?? result).map(({ name }: { name: string }) => name).sort()
}

/** The tables whose reference holds the tenant. */
async function bound(): Promise<string[]> {
  const query =
    testDatabase === 'pg'
      ? `select conrelid::regclass::text as name from pg_constraint
         where contype = 'f' and array_length(conkey, 1) = 2`
      : `select m.name from sqlite_schema m, pragma_foreign_key_list(m.name) f
         where m.type = 'table' and f."from" = 'tenant_id' and f.seq = 0 and f."to" = 'tenant_id'`
  const result = await operator(() => unscoped().rawQuery(query))
  const names: string[] = (result.rows ?? result).map(({ name }: { name: string }) => name)
  // Tables that came later were never without it.
  return names.filter((name) => tables.includes(name)).sort()
}

const connectionName = testDatabase === 'pg' ? 'migrations' : 'main'

/** What says that the migrations of this version have run. */
async function recordOfLater() {
  const record = () => databaseManager().connection(connectionName).from('adonis_schema')
  const names: { name: string }[] = await record().select('name')
  const later = names.map(({ name }) => name).filter((name) => migrations.test(name))
  return {
    update: (change: object) => record().whereIn('name', later).update(change),
    forget: () => record().whereIn('name', later).delete(),
  }
}

/** Undoes the migrations of this version by their own `down`, and the wall as far as there is one. */
async function takeBack(app: TestApp): Promise<void> {
  await (await recordOfLater()).update({ batch: 2 })
  const runner = new MigrationRunner(databaseManager(), app.app, {
    direction: 'down',
    batch: 1,
    connectionName,
    disableLocks: true,
  })
  await runner.run()
  if (runner.error) throw runner.error
  if (testDatabase !== 'pg') return
  await databaseManager().manager.close(connectionName)
  await sessionAt(app.database.databaseUrl!, (client) =>
    client.query(`
      do $$ declare found record; begin
        for found in select tablename, policyname from pg_policies loop
          execute format('drop policy %I on %I', found.policyname, found.tablename);
          if found.tablename <> 'tenants' and found.policyname = 'tenant_rows' then
            execute format('create policy %I on %I using (true)', found.tablename || '_tenant', found.tablename);
          end if;
        end loop;
      end $$`)
  )
}

test.group('A database of the version before', (group) => {
  let system: Awaited<ReturnType<typeof startSystem>>

  group.setup(async () => {
    system = await startSystem()
    return () => system.close()
  })

  // Red when SQLite's tables are made anew with foreign keys on (their children are deleted), when
  // an index is forgotten, or when a policy of the former version stays.
  test('keeps its rows and indexes, and gets the wall', async ({ assert }) => {
    const database = await freshDatabase()
    const { port } = new URL(system.url)
    const boot = () => bootApp({ database, settings: { EGRESS_ALLOW: [`127.0.0.1/32:${port}`] } })
    let app = await boot()
    try {
      const acme = await furnishedTenant(app, 'acme', system.url)
      const { ids } = await furnishedTenant(app, 'borealis', system.url)
      const before = { rows: await rowsOf(), indexes: await indexes(), bound: await bound() }
      for (const table of tables) assert.isAbove(before.rows[table]!.length, 1, table)
      assert.deepEqual(before.bound, tables.toSorted())
      await takeBack(app)
      assert.deepEqual(await bound(), [])
      assert.deepEqual(await rowsOf(), before.rows)
      await app.stop()

      app = await boot()
      const assertWhole = async () => {
        assert.deepEqual(await bound(), before.bound)
        assert.deepEqual(await indexes(), before.indexes)
        assert.deepEqual(await rowsOf(), before.rows)
      }
      await assertWhole()
      // A crash between a migration and its record: it runs once more.
      await (await recordOfLater()).forget()
      await app.stop()
      app = await boot()
      await assertWhole()
      const status = async (path: string) =>
        (await app.call('GET', path, { as: acme.admin })).status
      assert.equal(await status(`/api/assets/${acme.ids.asset}`), 200)
      assert.equal(await status(`/api/assets/${ids.asset}`), 404)
      if (testDatabase === 'pg') {
        const { rows } = await operator(() =>
          unscoped().rawQuery('select distinct policyname as name from pg_policies order by 1')
        )
        assert.deepEqual(
          rows.map(({ name }: { name: string }) => name),
          ['operator_rows', 'tenant_rows']
        )
      }
    } finally {
      await app.stop()
      await database.remove()
    }
  })
})
