import { join } from 'node:path'
import pg from 'pg'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { openSqlite } from './sqlite.js'

/** Where a limit finds its database: the same file or server as ours. */
export type Source = { sqliteFile: string } | { databaseUrl: string }

/** The database of the product. */
export const sourceOf = ({ databaseUrl, dataDir }: FreshDatabase): Source =>
  databaseUrl ? { databaseUrl } : { sqliteFile: join(dataDir, 'crossdock.sqlite3') }

/** A new SQLite file beside that of the product, or its server: for limits with tables of their own. */
export const besideOf = ({ databaseUrl, dataDir }: FreshDatabase): Source =>
  databaseUrl ? { databaseUrl } : { sqliteFile: join(dataDir, 'limit.sqlite3') }

export type Read = (...values: unknown[]) => Promise<Record<string, unknown>[]>

export interface Statements {
  /** Prepared once; parameters are written `?`. */
  prepare(sql: string): Read
  close(): Promise<void>
}

/** Statements by hand, on either database. */
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
