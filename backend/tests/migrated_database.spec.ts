// onBothDatabases: it checks which database it runs on
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { bootApp, migratedDatabase } from '@crossdock/backend/testing'
import { freshDatabase, testDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { asOwner } from '../kernel/database/tests/refused_commits.js'
import { installed } from '../plugins.js'

/** Everything about tables, including permissions. */
const facts =
  testDatabase === 'sqlite'
    ? [`select type, name, sql from sqlite_master`, `select name from adonis_schema`]
    : [
        `select table_name, column_name, data_type, is_nullable, column_default
         from information_schema.columns where table_schema = 'public'`,
        `select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as sql
         from pg_constraint where connamespace = 'public'::regnamespace`,
        `select indexname, indexdef from pg_indexes where schemaname = 'public'`,
        `select tgrelid::regclass::text as name, pg_get_triggerdef(oid) as sql
         from pg_trigger where not tgisinternal`,
        `select oid::regprocedure::text as name, pg_get_functiondef(oid) as sql
         from pg_proc where pronamespace = 'public'::regnamespace`,
        `select relname, relkind, relacl::text, relrowsecurity, relforcerowsecurity,
           pg_get_userbyid(relowner) as owner, obj_description(oid, 'pg_class') as comment
         from pg_class where relnamespace = 'public'::regnamespace`,
        `select tablename, policyname, roles::text, cmd, qual, with_check from pg_policies`,
        `select nspname, nspacl::text from pg_namespace where nspname = 'public'`,
        `select name from adonis_schema`,
      ]

async function look(database: FreshDatabase): Promise<string[]> {
  const app = await bootApp({ database })
  const name = database.databaseUrl ? new URL(database.databaseUrl).pathname.slice(1) : ''
  const found = await Promise.all(facts.map((sql) => asOwner(database, sql)))
  await app.stop()
  // Each database has its own roles, named after it.
  return found
    .flat()
    .map((row) => (name ? JSON.stringify(row).replaceAll(name, 'x') : JSON.stringify(row)))
}

// Red when the template is a database that an application has started on: its roles keep their permissions.
test('an application treats a copied database like its own', async ({ assert, cleanup }) => {
  const databases = [await freshDatabase(), await migratedDatabase(installed)]
  cleanup(async () => void (await Promise.all(databases.map((database) => database.remove()))))
  const [made, copied] = [await look(databases[0]!), await look(databases[1]!)]
  assert.isAbove(made.length, 100)
  assert.sameMembers(copied, made)
})

/** Tables without row-level security: the work engine serves all tenants. */
const unwalled = /\b(jobs|job_lanes|job_limits|schedules)\b/

// Red when a migration updates rows with a plain statement: on PostgreSQL only a superuser would see them.
test('migrations update rows of tenants only where they are visible', async ({ assert }) => {
  const files = globSync('{backend/*,plugins}/*/migrations/*.ts')
  assert.isAbove(files.length, 40)
  const plain: string[] = []
  for (const file of files) {
    const source = await readFile(file, 'utf8')
    const statements = source.matchAll(
      /schema\.raw\(\s*[`'"]\s*((?:update|delete|insert)\b[^`'"]*)/gi
    )
    for (const [, statement = ''] of statements) {
      if (!unwalled.test(statement)) plain.push(`${file}: ${statement.slice(0, 60)}`)
    }
  }
  assert.deepEqual(plain, [])
})
