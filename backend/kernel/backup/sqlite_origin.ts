import { createRequire } from 'node:module'
import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { v7 as uuid } from 'uuid'
import { clock } from '../ground/clock.js'
import { sqliteFile } from '../database/config.js'
import type { Settings } from '../settings/index.js'
import { keepFile } from './files.js'
import { BackupRefused } from './refused.js'
import { holdMs, questions, type NamedPack, type Origin, type Snapshot } from './snapshot.js'

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
/** Whoever writes at the moment is waited for. */
const patienceMs = 30_000
/**
 * All pages in one step: with fewer, whatever a server writes in between makes the copy begin anew, and under load it
 * never ends.
 */
const allPages = 2 ** 30

/** Opens a database of SQLite beside whoever works on it. */
export function openSqlite(file: string, options: object = {}): Connection {
  const Database = require('better-sqlite3')
  return new Database(file, { timeout: patienceMs, ...options })
}

/** @throws BackupRefused when there is none */
export function sqliteOrigin(settings: Settings): Origin {
  const file = sqliteFile(settings)
  if (!existsSync(file)) {
    throw new BackupRefused(`There is no database in ${settings.DATA_DIR} to be backed up.`)
  }
  const connection = openSqlite(file, { fileMustExist: true })
  // The server copies its log when it is time.
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
      const told = readCopy(path)
      return { takenAt, ...told, file: { path: name, ...(await keepFile(path)) } }
    },
    async close() {
      if (hasTable(connection, 'content_holds')) {
        connection.prepare('delete from content_holds where id = ?').run(id)
      }
      connection.close()
    },
  }
}

/** One file from here on, without a log beside it. */
function readCopy(path: string): Pick<Snapshot, 'migrations' | 'packs'> {
  const copy = openSqlite(path)
  try {
    copy.pragma('journal_mode = delete')
    if (!hasTable(copy, 'content_chunks'))
      throw new BackupRefused('The database has no tables yet.')
    const rows = copy.prepare(questions.migrations).all() as { name: string }[]
    const packs = copy.prepare(questions.packs).all() as NamedPack[]
    return { migrations: rows.map((row) => row.name), packs }
  } finally {
    copy.close()
  }
}

function hasTable(connection: Connection, table: string): boolean {
  const sql = `select 1 from sqlite_schema where type = 'table' and name = ?`
  return connection.prepare(sql).all(table).length > 0
}
