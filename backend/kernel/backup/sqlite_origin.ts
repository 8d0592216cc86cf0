import { createRequire } from 'node:module'
import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { v7 as uuid } from 'uuid'
import { clock } from '../ground/clock.js'
import { sqliteFile } from '../database/connections/config.js'
import type { Settings } from '../settings/index.js'
import { keepFile } from './files.js'
import { BackupRefused } from './refused.js'
import {
  holdMs,
  outcomeStatement,
  queries,
  type NamedPack,
  type Origin,
  type Snapshot,
} from './snapshot.js'

const require = createRequire(import.meta.url)

interface Statement {
  all(...values: unknown[]): unknown[]
  run(...values: unknown[]): unknown
}

interface Connection {
  prepare(sql: string): Statement
  pragma(text: string): unknown
  exec(sql: string): void
  backup(to: string, options: { progress(): number }): Promise<unknown>
  close(): void
}

const name = 'database.sqlite3'
/** How long to wait while a server writes. */
const busyTimeoutMs = 30_000
/**
 * Copies all pages in one step. In smaller steps, each write of a server would restart the copy, which would
 * never end under load.
 */
const allPages = 2 ** 30

/** Opens a SQLite database that a server may be using. */
export function openSqlite(file: string, options: object = {}): Connection {
  const Database = require('better-sqlite3')
  return new Database(file, { timeout: busyTimeoutMs, ...options })
}

/** @throws BackupRefused when there is no database */
export function sqliteOrigin(settings: Settings): Origin {
  const file = sqliteFile(settings)
  if (!existsSync(file)) {
    throw new BackupRefused(`There is no database to back up in ${settings.DATA_DIR}.`)
  }
  const connection = openSqlite(file, { fileMustExist: true })
  // Leave checkpoints to the server.
  connection.pragma('wal_autocheckpoint = 0')
  const id = uuid()
  return {
    async hold() {
      if (!hasTable(connection, 'content_holds')) return
      const now = clock.now()
      connection
        .prepare('delete from content_holds where expires_at < ?')
        .run(new Date(now).toISOString())
      connection
        .prepare(
          `insert into content_holds (id, expires_at) values (?, ?)
           on conflict (id) do update set expires_at = excluded.expires_at`
        )
        .run(id, new Date(now + holdMs).toISOString())
    },
    async copy(folder) {
      const path = join(folder, name)
      const takenAt = clock.date().toISOString()
      await connection.backup(path, { progress: () => allPages })
      const contents = readCopy(path)
      return { takenAt, ...contents, file: { path: name, ...(await keepFile(path)) } }
    },
    async note(outcome) {
      if (!hasTable(connection, 'backups')) return
      const { sql, values } = outcomeStatement(outcome, () => '?')
      connection.prepare(sql).run(...values)
    },
    async close() {
      if (hasTable(connection, 'content_holds')) {
        connection.prepare('delete from content_holds where id = ?').run(id)
      }
      connection.close()
    },
  }
}

/** Makes the copy a single file without a write-ahead log, and reads its migrations and packs. */
function readCopy(path: string): Pick<Snapshot, 'migrations' | 'packs'> {
  const copy = openSqlite(path)
  try {
    copy.pragma('journal_mode = delete')
    if (!hasTable(copy, 'content_chunks'))
      throw new BackupRefused('The database has no tables yet.')
    const rows = copy.prepare(queries.migrations).all() as { name: string }[]
    const packs = copy.prepare(queries.packs).all() as NamedPack[]
    return { migrations: rows.map((row) => row.name), packs }
  } finally {
    copy.close()
  }
}

function hasTable(connection: Connection, table: string): boolean {
  const sql = `select 1 from sqlite_schema where type = 'table' and name = ?`
  return connection.prepare(sql).all(table).length > 0
}
