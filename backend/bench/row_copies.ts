import pg from 'pg'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { openSqlite } from './baselines/sqlite.js'
import { sourceOf, type Source } from './baselines/source.js'

/** The value of a column of the i-th copy, as SQL for both databases with the number `i`. */
export interface Expressions {
  sqlite: string
  postgres: string
}

export interface Copies {
  table: string
  /** The columns that identify the source row. */
  of: Record<string, string>
  count: number
  /** Columns that differ in each copy. All other columns are copied from the row. */
  differ: Record<string, Expressions>
}

/** Rows per statement: more are not faster, and fewer keep the log short. */
const step = 100_000

/**
 * Copies one row of a table repeatedly inside the database: a million rows in seconds, with all current
 * columns. No other process may use a SQLite database at the same time. SQLite gets no statistics, like in the
 * product; PostgreSQL gets those that it would collect later.
 */
export async function copyRows(database: FreshDatabase, copies: Copies): Promise<void> {
  const open = await runner(sourceOf(database))
  try {
    const columns = await open.columns(copies.table)
    const values = columns.map((column) => copies.differ[column]?.[open.kind] ?? `t."${column}"`)
    const into = columns.map((column) => `"${column}"`)
    const found = Object.keys(copies.of).map((column, at) => `t.${column} = $${at + 1}`)
    const indexes = await open.dropIndexes(copies.table)
    await open.begin(copies.table)
    for (let from = 0; from < copies.count; from += step) {
      const to = Math.min(copies.count, from + step)
      const statement = `insert into ${copies.table} (${into})
        select ${values} from ${copies.table} t, ${open.numbers(from, to)} where ${found.join(' and ')}`
      const made = await open.run(statement, Object.values(copies.of))
      if (made !== to - from) {
        throw new Error(`${copies.table}: ${made} rows were made instead of ${to - from}.`)
      }
    }
    for (const index of indexes) await open.run(index, [])
    await open.end(copies.table)
  } finally {
    await open.close()
  }
}

interface Runner {
  kind: keyof Expressions
  columns(table: string): Promise<string[]>
  /**
   * Drops indexes without a constraint: creating them again over all sorted rows takes a fraction of the time.
   * @returns the statements to create them again
   */
  dropIndexes(table: string): Promise<string[]>
  /** Prepares the triggers that maintain search texts and counters, so that they include the copies. */
  begin(table: string): Promise<void>
  end(table: string): Promise<void>
  /** The numbers `i` from `from` up to but excluding `to`. */
  numbers(from: number, to: number): string
  run(sql: string, values: string[]): Promise<number>
  close(): Promise<void>
}

async function runner(source: Source): Promise<Runner> {
  if ('sqliteFile' in source) {
    const sqlite = openSqlite(source.sqliteFile)
    // No durability: after a crash the bench fills the database again. The large cache speeds up indexes with
    // random keys.
    sqlite.exec('pragma synchronous = OFF; pragma cache_size = -1000000; pragma foreign_keys = OFF')
    return {
      kind: 'sqlite',
      // Generated columns are hidden (2 and 3) and are computed.
      columns: async (table) =>
        sqlite
          .prepare(`select name from pragma_table_xinfo(?) where hidden = 0`)
          .all(table)
          .map(({ name }) => String(name)),
      async dropIndexes(table) {
        const found = sqlite
          .prepare(
            `select name, sql from sqlite_schema where type = 'index' and tbl_name = ? and sql not null`
          )
          .all(table)
        for (const { name } of found) sqlite.exec(`drop index "${name}"`)
        return found.map(({ sql }) => String(sql))
      },
      begin: async () => {},
      end: async () => {},
      numbers: (from, to) =>
        `(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1}) select i from n)`,
      run: async (sql, values) =>
        (sqlite.prepare(sql.replace(/\$\d+/g, '?')).run(...values) as { changes: number }).changes,
      close: async () => sqlite.close(),
    }
  }
  const client = new pg.Client({ connectionString: source.databaseUrl })
  await client.connect()
  // Skip foreign key checks: the copies refer to the same rows as the source row. Superusers only.
  await client.query('set session_replication_role = replica').catch(() => undefined)
  /** Triggers of the product. Those of constraints belong to PostgreSQL. */
  const eachTrigger = async (table: string, how: string) => {
    const { rows } = await client.query(
      'select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
      [table]
    )
    for (const { name } of rows) await client.query(`alter table ${table} ${how} trigger ${name}`)
  }
  return {
    kind: 'postgres',
    async columns(table) {
      const { rows } = await client.query(
        `select column_name as name from information_schema.columns
         where table_name = $1 and table_schema = current_schema() and is_generated = 'NEVER'
         order by ordinal_position`,
        [table]
      )
      return rows.map(({ name }) => name)
    },
    async dropIndexes(table) {
      const { rows } = await client.query(
        `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as sql from pg_index i
         where indrelid in ($1::regclass, to_regclass($1 || '_search')) and not exists (
           select from pg_constraint c where c.conindid = i.indexrelid)`,
        [table]
      )
      for (const { name } of rows) await client.query(`drop index ${name}`)
      return rows.map(({ sql }) => sql)
    },
    begin: (table) => eachTrigger(table, 'enable always'),
    async end(table) {
      await eachTrigger(table, 'enable')
      const { rows } = await client.query(`select to_regclass($1 || '_search') as texts`, [table])
      for (const name of [table, rows[0]?.texts]) if (name) await client.query(`analyze ${name}`)
    },
    numbers: (from, to) => `generate_series(${from}, ${to - 1}) as n(i)`,
    run: async (sql, values) => (await client.query(sql, values)).rowCount ?? 0,
    close: () => client.end(),
  }
}
