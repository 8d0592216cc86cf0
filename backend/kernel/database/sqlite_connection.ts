import type { SqliteConnection } from './statements.js'

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
  pragma wal_autocheckpoint = 8000;
`

/** What a connection of better-sqlite3 has beyond SQLite's own: every one answers alike. */
export function addFunctions(connection: SqliteConnection): void {
  // SQLite's own lower() knows ASCII only; names are searched in every script.
  connection.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text
  )
}
