import { statfsSync } from 'node:fs'
import { fold } from '../ground/fold.js'
import type { SqliteConnection } from './statements.js'

const pageBytes = 4096
/** What stands before each page in the log, and before all of them. (sqlite.org/fileformat2.html, "WAL File Format") */
const [frameBytes, headBytes] = [24, 32]
const usualPages = 8_000
const timesUsual = 8
const leastPages = 100

/**
 * WAL with NORMAL does not force a commit to disk by itself; `transaction()` does, for all commits
 * that wait for it together (see durability.ts).
 */
export const pragmas = `
  pragma journal_mode = WAL;
  pragma synchronous = NORMAL;
  pragma foreign_keys = ON;
  pragma busy_timeout = 5000;
  pragma temp_store = MEMORY;
  pragma cache_size = -16000;
`

/** How long the write-ahead log becomes, in pages. */
interface LogLength {
  /** From here on it is copied into the database file beside the server (checkpoints.ts). */
  usual: number
  /** Where that does not keep up, SQLite copies it within a commit, and everybody waits for the disk. */
  most: number
}

/**
 * Each 32 MB instead of SQLite's own 4, by which imports of people take a fifth less. On a small volume sooner: half of what
 * content leaves free there (5 %) holds it, so that what is deleted on a full disk can be noted in it.
 * @param isCopied whether somebody copies it beside the server
 */
function logLength(folder: string, isCopied: boolean): LogLength {
  const longest = isCopied ? usualPages * timesUsual : usualPages
  const { blocks, bsize } = statfsSync(folder)
  // Some file systems do not tell.
  const fitting = Math.floor((blocks * bsize) / 40 / pageBytes) || longest
  const most = Math.max(leastPages, Math.min(longest, fitting))
  const usual = isCopied ? Math.max(leastPages, Math.floor(most / timesUsual)) : most
  return { usual, most }
}

/** So long the file of the log is left by SQLite when it begins it anew; longer, it waits to be copied. */
export const usualLogBytes = (folder: string): number =>
  headBytes + logLength(folder, true).usual * (frameBytes + pageBytes)

/**
 * A file that is made by it gives its free pages back (give_back_pages.ts): that is decided before anything else, and means
 * nothing to one that is there.
 * @param isCopied whether somebody copies the log beside the server
 */
export function pragmasIn(folder: string, isCopied: boolean): string {
  const limit = isCopied ? `pragma journal_size_limit = ${usualLogBytes(folder)};` : ''
  const { most } = logLength(folder, isCopied)
  return `pragma auto_vacuum = INCREMENTAL; ${pragmas} ${limit} pragma wal_autocheckpoint = ${most};`
}

/** What a connection of better-sqlite3 has beyond SQLite's own: every one answers alike. */
export function addFunctions(connection: SqliteConnection): void {
  // SQLite's own lower() knows ASCII only; names are searched in every script.
  connection.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text
  )
  connection.function('fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : text
  )
}
