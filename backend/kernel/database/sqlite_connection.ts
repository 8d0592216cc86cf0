import { statfsSync } from 'node:fs'
import type { SqliteConnection } from './statements.js'

const usualPages = 8000
const pageBytes = 4096

/**
 * WAL with NORMAL does not force a commit to disk by itself; `transaction()` does, for all commits
 * that wait for it together (see durability.ts). Copying the log into the database file waits for the disk within a
 * commit: each 32 MB instead of each 4, by which imports of people take a fifth less.
 */
export const pragmas = `
  pragma journal_mode = WAL;
  pragma synchronous = NORMAL;
  pragma foreign_keys = ON;
  pragma busy_timeout = 5000;
  pragma temp_store = MEMORY;
  pragma cache_size = -16000;
  pragma wal_autocheckpoint = ${usualPages};
`

/**
 * On a small volume the log is copied sooner: half of what content leaves free there (5 %) holds it, so that what is
 * deleted on a full disk can be noted in it.
 */
export function pragmasIn(folder: string): string {
  const { blocks, bsize } = statfsSync(folder)
  const pages = Math.floor((blocks * bsize) / 40 / pageBytes)
  // Some file systems do not tell.
  if (pages === 0 || pages >= usualPages) return pragmas
  return `${pragmas} pragma wal_autocheckpoint = ${Math.max(pages, 100)};`
}

/** What a connection of better-sqlite3 has beyond SQLite's own: every one answers alike. */
export function addFunctions(connection: SqliteConnection): void {
  // SQLite's own lower() knows ASCII only; names are searched in every script.
  connection.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text
  )
}
