import { testDatabase, type FreshDatabase } from '../../testing/index.js'
import { asOwner } from './refused_commits.js'

interface Named {
  name: string
}

/**
 * Makes every change of every table fail with a full-disk error.
 * @returns a function that ends this
 */
export async function fillDatabase(database: FreshDatabase): Promise<() => Promise<void>> {
  const fill = testDatabase === 'pg' ? fillPostgres : fillSqlite
  const empty = await fill((sql) => asOwner<Named>(database, sql))
  return async () => {
    for (const statement of empty) await asOwner(database, statement)
  }
}

type Run = (sql: string) => Promise<Named[]>

async function fillPostgres(run: Run): Promise<string[]> {
  await run(`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'no room' using errcode = '53100'; end $$`)
  const tables = await run(`select tablename as name from pg_tables where schemaname = 'public'`)
  for (const { name } of tables) {
    await run(`create trigger no_room before insert or update or delete on "${name}"
      for each statement execute function no_room()`)
  }
  // One table at a time: locks on all tables at once could deadlock with the application.
  return [
    ...tables.map(({ name }) => `drop trigger no_room on "${name}"`),
    'drop function no_room()',
  ]
}

/** Adds triggers: each change inserts a row too large to fit. */
async function fillSqlite(run: Run): Promise<string[]> {
  const tables = await run(
    `select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite_%'`
  )
  await run('create table no_room (bytes)')
  const triggers: string[] = []
  for (const { name } of tables) {
    for (const change of ['insert', 'update', 'delete']) {
      const trigger = `no_room_${change}_${name}`
      triggers.push(trigger)
      await run(`create trigger ${trigger} before ${change} on ${name}
        begin insert into no_room values (zeroblob(10000000)); end`)
    }
  }
  await run('pragma max_page_count = 1')
  return [
    'pragma max_page_count = 4294967294',
    ...triggers.map((trigger) => `drop trigger ${trigger}`),
    'drop table no_room',
  ]
}
