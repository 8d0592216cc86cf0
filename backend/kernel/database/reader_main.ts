import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { addFunctions, pragmas } from './sqlite_connection.js'
import { keepStatements, type SqliteConnection } from './statements.js'

/** What a reader is asked. */
export interface Asking {
  text: string
  values: unknown[]
  mostRows: number
  mostBytes: number
}

/** What it answers: rows, an error of SQLite, or that there are more of them than it may hold. */
export type Told =
  | { rows: unknown[] }
  | { error: { message: string; code?: string | undefined } }
  | { tooMuch: true }

/**
 * As much of the file as SQLite can map is read as memory: what was found by an index lies all over it, and a system call
 * for each page takes longer than all else. Here only: a page that the disk does not give ends the process, and the next
 * question begins another.
 */
const mapped = `pragma mmap_size = ${0x7fff0000}`

interface Reading extends SqliteConnection {
  prepare(text: string): { busy: boolean; iterate(values: unknown[]): Iterable<object> }
}

/**
 * The program of a reader's process (reader_process.ts): a connection to SQLite that only reads, beside the one of the
 * server. It reads what is committed when the statement begins, and holds nothing between two of them.
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

function answer({ text, values, mostRows, mostBytes }: Asking): Told {
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
 * A server that was killed says nothing, and nothing else runs here before SQLite has answered: a thread beside it looks
 * whether this process is still the server's.
 */
const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`
new Worker(watch, { eval: true, env: {}, execArgv: [] }).unref()

// The server says when it ends: a key that is pressed at its terminal is not for us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (asking: Asking) => process.send!(answer(asking)))
