import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export interface Statement {
  run(...values: unknown[]): unknown
  all(...values: unknown[]): Record<string, unknown>[]
  get(...values: unknown[]): Record<string, unknown> | undefined
}

export interface Sqlite {
  exec(sql: string): void
  prepare(sql: string): Statement
  transaction<Args extends unknown[]>(work: (...args: Args) => void): (...args: Args) => void
  close(): void
}

/** A connection with the product's settings (kernel/database/connections/config.ts). */
export function openSqlite(file: string, options: { readonly?: boolean } = {}): Sqlite {
  const Database = require('better-sqlite3')
  const sqlite: Sqlite = new Database(file, options)
  if (!options.readonly) sqlite.exec('pragma journal_mode = WAL; pragma synchronous = NORMAL')
  sqlite.exec(
    'pragma busy_timeout = 5000; pragma temp_store = MEMORY; pragma cache_size = -16000; pragma foreign_keys = ON'
  )
  return sqlite
}
