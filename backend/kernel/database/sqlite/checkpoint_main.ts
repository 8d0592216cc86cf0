import { createRequire } from 'node:module'
import { workerData } from 'node:worker_threads'

/**
 * Program of the checkpoint thread (checkpoints.ts). Copies the pages of SQLite's write-ahead log that no
 * reader needs into the database file. Blocks no reader and no writer (sqlite.org/c3ref/wal_checkpoint_v2.html,
 * SQLITE_CHECKPOINT_PASSIVE).
 */
const Sqlite = createRequire(import.meta.url)('better-sqlite3')
const connection = new Sqlite(workerData as string, { fileMustExist: true })
try {
  connection.pragma('wal_checkpoint(passive)')
} finally {
  connection.close()
}
