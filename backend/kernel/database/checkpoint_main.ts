import { createRequire } from 'node:module'
import { workerData } from 'node:worker_threads'

/**
 * The program of a thread (checkpoints.ts): copies SQLite's write-ahead log into the database file, as far as nobody reads
 * what is older. It locks out nobody. (sqlite.org/c3ref/wal_checkpoint_v2.html, SQLITE_CHECKPOINT_PASSIVE)
 */
const Sqlite = createRequire(import.meta.url)('better-sqlite3')
const connection = new Sqlite(workerData as string, { fileMustExist: true })
try {
  connection.pragma('wal_checkpoint(passive)')
} finally {
  connection.close()
}
