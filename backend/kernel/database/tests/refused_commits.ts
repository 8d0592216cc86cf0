import pg from 'pg'
import type { FreshDatabase } from '../../testing/index.js'
import { unscoped } from '../index.js'
import { asOperator } from '../../tenancy/index.js'

/** Runs statements as the owner of the tables, directly on the server and not through the application. */
export async function asOwner<Row = unknown>(
  { databaseUrl }: FreshDatabase,
  sql: string
): Promise<Row[]> {
  if (!databaseUrl) return asOperator('prepare a test', async () => unscoped().rawQuery(sql))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * Makes a commit fail if the transaction inserted a row whose `column` begins with "refused". The statements
 * themselves succeed. On PostgreSQL, a value that begins with "slow" makes the commit take a minute.
 */
export async function refuseCommits(
  database: FreshDatabase,
  table: string,
  column: string
): Promise<void> {
  if (database.databaseUrl) {
    return void (await asOwner(
      database,
      `create function refuse() returns trigger language plpgsql as $$ begin
         if new.${column} like 'slow%' then perform pg_sleep(60); return null; end if;
         raise exception 'not now' using errcode = '40001';
       end $$;
       create constraint trigger refuse after insert on ${table} deferrable initially deferred
       for each row when (new.${column} like 'refused%' or new.${column} like 'slow%')
       execute function refuse()`
    ))
  }
  await asOwner(database, 'create table needed (id integer primary key)')
  await asOwner(
    database,
    `create table refused
     (id integer references needed (id) deferrable initially deferred)`
  )
  await asOwner(
    database,
    `create trigger refuse after insert on ${table} when new.${column} like 'refused%'
     begin insert into refused values (1); end`
  )
}
