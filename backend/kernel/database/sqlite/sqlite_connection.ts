import { statfsSync } from 'node:fs'
import { fold } from '../../ground/fold.js'
import type { SqliteConnection } from '../drivers/statements.js'

const pageBytes = 4096
/** Header bytes of each page in the log, and of the log. (sqlite.org/fileformat2.html, "WAL File Format") */
const [frameBytes, headBytes] = [24, 32]
const usualPages = 8_000
const timesUsual = 8
const leastPages = 100

/**
 * WAL with NORMAL does not force a commit to disk; `transaction()` does, for all waiting commits together (see
 * durability.ts).
 */
export const pragmas = `
  pragma journal_mode = WAL;
  pragma synchronous = NORMAL;
  pragma foreign_keys = ON;
  pragma busy_timeout = 5000;
  pragma temp_store = MEMORY;
  pragma cache_size = -16000;
`

/** Length of the write-ahead log, in pages. */
interface LogLength {
  /** From this length on, a thread copies it into the database file (checkpoints.ts). */
  usual: number
  /** If that does not keep up, SQLite copies the log within a commit, and all requests wait for the disk. */
  most: number
}

/**
 * 32 MB instead of SQLite's default 4, which makes imports of people a fifth faster. Less on a small volume:
 * half of the space that content leaves free (5 %) holds the log, so that deletions on a full disk can still be
 * recorded.
 * @param isCopied whether a thread copies the log
 */
function logLength(folder: string, isCopied: boolean): LogLength {
  const longest = isCopied ? usualPages * timesUsual : usualPages
  const { blocks, bsize } = statfsSync(folder)
  // Some file systems report no size.
  const fitting = Math.floor((blocks * bsize) / 40 / pageBytes) || longest
  const most = Math.max(leastPages, Math.min(longest, fitting))
  const usual = isCopied ? Math.max(leastPages, Math.floor(most / timesUsual)) : most
  return { usual, most }
}

/** SQLite keeps the log file at this size when it restarts it; a longer log waits to be copied. */
export const usualLogBytes = (folder: string): number =>
  headBytes + logLength(folder, true).usual * (frameBytes + pageBytes)

/**
 * A file created with these pragmas can return free pages (give_back_pages.ts). That is decided at creation and
 * does not affect an existing file.
 * @param isCopied whether a thread copies the log
 */
export function pragmasIn(folder: string, isCopied: boolean): string {
  const limit = isCopied ? `pragma journal_size_limit = ${usualLogBytes(folder)};` : ''
  const { most } = logLength(folder, isCopied)
  return `pragma auto_vacuum = INCREMENTAL; ${pragmas} ${limit} pragma wal_autocheckpoint = ${most};`
}

/** SQL functions added to better-sqlite3, the same on every connection. */
export function addFunctions(connection: SqliteConnection): void {
  // SQLite's own lower() knows ASCII only; names are searched in every script.
  connection.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text
  )
  connection.function('fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : text
  )
}
