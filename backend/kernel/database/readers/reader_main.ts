import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { addFunctions, pragmas } from '../sqlite/sqlite_connection.js'
import { keepStatements, type SqliteConnection } from '../drivers/statements.js'

export interface ReaderQuery {
  text: string
  values: unknown[]
  mostRows: number
  mostBytes: number
}

/** The answer to a query: rows, an SQLite error, or the limit that the result exceeds. */
export type Reply =
  | { rows: unknown[] }
  | { error: { message: string; code?: string | undefined } }
  | { tooMuch: true }

/**
 * Maps as much of the file into memory as SQLite can. Index results are spread over the file, and a system call
 * for each page would take most of the time. Only in this process, because a page that the disk cannot read
 * ends the process. The next query then starts another.
 */
const mapped = `pragma mmap_size = ${0x7fff0000}`

interface Reading extends SqliteConnection {
  prepare(text: string): { busy: boolean; iterate(values: unknown[]): Iterable<object> }
}

/**
 * Program of a reader process (reader_process.ts). Opens a read-only SQLite connection, separate from the
 * server's. A statement sees what is committed when it begins. No transaction stays open between statements.
 */
function open(file: string): Reading {
  const Sqlite = createRequire(import.meta.url)('better-sqlite3')
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true })
  connection.exec(pragmas)
  connection.exec(mapped)
  addFunctions(connection)
  keepStatements(connection)
  return connection
}

let connection: Reading | undefined

function answer({ text, values, mostRows, mostBytes }: ReaderQuery): Reply {
  try {
    connection ??= open(process.argv[2]!)
    const rows: object[] = []
    let bytes = 0
    for (const row of connection.prepare(text).iterate(values)) {
      for (const value of Object.values(row)) bytes += sizeOf(value)
      if (rows.push(row) > mostRows || bytes > mostBytes) return { tooMuch: true }
    }
    return { rows }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { error: { message, code } }
  }
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8

/**
 * Ends this process when the server is gone. A killed server sends no signal, and SQLite blocks the main thread
 * until it answers. So a second thread checks that the server is still the parent process.
 */
const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`
new Worker(watch, { eval: true, env: {}, execArgv: [] }).unref()

// Ignore signals from the server's terminal, because the server ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (query: ReaderQuery) => process.send!(answer(query)))
