import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import pg from 'pg'
import { sqliteFile } from '../database/config.js'
import { rolesOf } from '../database/roles.js'
import { everyTenant, scopeStatement } from '../database/tenant_setting.js'
import type { Settings } from '../settings/index.js'

const require = createRequire(import.meta.url)

/** A database with the rows of all tenants, to be read. */
export interface Looked {
  ask<Row>(sql: string): Promise<Row[]>
  /** The names of its tables. */
  tables: ReadonlySet<string>
}

type Work<T> = (database: Looked) => Promise<T>

/**
 * Looks into the database without an application, beside one that may be running, and changes nothing.
 * @returns undefined where there is no database yet
 */
export function look<T>(settings: Settings, work: Work<T>): Promise<T | undefined> {
  const { DATABASE_URL } = settings
  return DATABASE_URL
    ? lookAtPostgres(DATABASE_URL, work)
    : lookAtSqlite(sqliteFile(settings), work)
}

async function lookAtSqlite<T>(file: string, work: Work<T>) {
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

async function lookAtPostgres<T>(connectionString: string, work: Work<T>) {
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
