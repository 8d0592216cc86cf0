import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import pg from 'pg'
import { sqliteFile } from '../database/connections/config.js'
import { rolesOf } from '../database/wall/roles.js'
import { everyTenant, scopeStatement } from '../database/wall/tenant_setting.js'
import type { Settings } from '../settings/index.js'

const require = createRequire(import.meta.url)

/** Reads a database without the limits of a tenant: rows of all tenants are visible. */
export interface DatabaseReader {
  ask<Row>(sql: string): Promise<Row[]>
  /** The names of its tables. */
  tables: ReadonlySet<string>
}

type Work<T> = (database: DatabaseReader) => Promise<T>

/**
 * Opens the database for reading, without starting the application. A running server is not disturbed.
 * @returns the result of `work`; undefined if there is no database yet
 */
export function readDatabase<T>(settings: Settings, work: Work<T>): Promise<T | undefined> {
  const { DATABASE_URL } = settings
  return DATABASE_URL ? readPostgres(DATABASE_URL, work) : readSqlite(sqliteFile(settings), work)
}

async function readSqlite<T>(file: string, work: Work<T>) {
  if (!existsSync(file)) return undefined
  const Database = require('better-sqlite3')
  const database = new Database(file, { readonly: true })
  try {
    const ask = async (sql: string) => database.prepare(sql).all()
    return await work({ ask, tables: namesOf(await ask('select name from sqlite_master')) })
  } finally {
    database.close()
  }
}

async function readPostgres<T>(connectionString: string, work: Work<T>) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('begin transaction read only')
    const { rows } = await client.query(
      `select datname as database, rolname as operator from pg_database
       left join pg_roles on rolname = any($1) where datname = current_database()`,
      [[rolesOf(client.database!).operator]]
    )
    const { text, values } = scopeStatement(rows[0]?.operator ?? undefined, everyTenant, true)
    await client.query(text, values)
    const ask = async <Row>(sql: string) => (await client.query(sql)).rows as Row[]
    const tables = await ask<Named>(
      `select tablename as name from pg_tables where schemaname = 'public'`
    )
    return await work({ ask, tables: namesOf(tables) })
  } finally {
    await client.end()
  }
}

interface Named {
  name: string
}

const namesOf = (rows: Named[]) => new Set(rows.map(({ name }) => name))
