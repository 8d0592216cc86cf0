import { statfsSync } from 'node:fs'
import { fold } from '../../ground/fold.js'
import type { SqliteConnection } from '../drivers/statements.js'

const pageBytes = 4096
/**
 * Number of header bytes of each page in the log, and of the log (sqlite.org/fileformat2.html, "WAL File
 * Format").
 */
const [frameBytes, headBytes] = [24, 32]
const usualPages = 8_000
const timesUsual = 8
const leastPages = 100

/**
 * In WAL mode with NORMAL, a commit is not forced to disk. `transaction()` does that, for all waiting commits
 * together (see durability.ts).
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
  /** From this length on, a thread copies the log into the database file (checkpoints.ts). */
  usual: number
  /** From this length on, SQLite copies the log within a commit, and all requests wait for the disk. */
  most: number
}

/**
 * Returns 32 MB instead of SQLite's default of 4, which makes imports of people a fifth faster. Returns less on
 * a small volume, so that deletions on a full disk can still be recorded: the log gets half of the reserve that
 * content leaves free (5 %).
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

/** SQLite truncates the log file to this size when the log restarts. A longer log waits to be copied. */
export const usualLogBytes = (folder: string): number =>
  headBytes + logLength(folder, true).usual * (frameBytes + pageBytes)

/**
 * Returns the pragmas of a connection. A file created with them can return free pages (give_back_pages.ts).
 * They do not change this for an existing file.
 * @param isCopied whether a thread copies the log
 */
export function pragmasIn(folder: string, isCopied: boolean): string {
  const limit = isCopied ? `pragma journal_size_limit = ${usualLogBytes(folder)};` : ''
  const { most } = logLength(folder, isCopied)
  return `pragma auto_vacuum = INCREMENTAL; ${pragmas} ${limit} pragma wal_autocheckpoint = ${most};`
}

/** Adds SQL functions to a better-sqlite3 connection, the same to every one. */
export function addFunctions(connection: SqliteConnection): void {
  // SQLite's own lower() handles only ASCII, but names are searched in every script.
  connection.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text
  )
  connection.function('fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : text
  )
}
