import { join } from 'node:path'
import pg from 'pg'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { openSqlite } from './sqlite.js'

/** The database of a baseline: the same file or server as the product's. */
export type Source = { sqliteFile: string } | { databaseUrl: string }

/** The database of the product. */
export const sourceOf = ({ databaseUrl, dataDir }: FreshDatabase): Source =>
  databaseUrl ? { databaseUrl } : { sqliteFile: join(dataDir, 'crossdock.sqlite3') }

/**
 * Returns a new SQLite file next to the product's, or the product's server: for baselines with tables of
 * their own.
 */
export const separateSource = ({ databaseUrl, dataDir }: FreshDatabase): Source =>
  databaseUrl ? { databaseUrl } : { sqliteFile: join(dataDir, 'limit.sqlite3') }

export type Read = (...values: unknown[]) => Promise<Record<string, unknown>[]>

export interface Statements {
  /** Prepares a statement. Parameters are written as `?`. */
  prepare(sql: string): Read
  close(): Promise<void>
}

/** Hand-written statements on either database. */
export function connect(
  source: Source,
  options: { connections?: number; readonly?: boolean } = {}
): Statements {
  const { connections = 10, readonly = false } = options
  if ('sqliteFile' in source) {
    const sqlite = openSqlite(source.sqliteFile, { readonly })
    return {
      prepare(sql) {
        const statement = sqlite.prepare(sql)
        return async (...values) => statement.all(...values)
      },
      close: async () => sqlite.close(),
    }
  }
  const pool = new pg.Pool({ connectionString: source.databaseUrl, max: connections })
  let prepared = 0
  return {
    prepare(sql) {
      let at = 0
      const text = sql.replace(/\?/g, () => `$${++at}`)
      const name = `limit_${++prepared}`
      return async (...values) => (await pool.query({ name, text, values })).rows
    },
    close: () => pool.end(),
  }
}
