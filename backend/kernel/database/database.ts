import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { WriteAheadLog } from './durability.js'
import { fullness, OutcomeUnknown } from './faults.js'
import { currentContext, peekContext, runInContext, type Context } from '../tenancy/context.js'
import { mainConnection, operatorConnection } from './config.js'
import { assertScope } from './tenant_setting.js'

let database: Database | undefined
let writeAheadLog: WriteAheadLog | undefined

/** Called once by the kernel's provider when the application boots. */
export function useDatabase(booted: Database, sqliteLog: WriteAheadLog | undefined): void {
  database = booted
  writeAheadLog = sqliteLog
  fullness.at = -Infinity
}

/** The booted database manager; for the kernel itself. */
export function databaseManager(): Database {
  if (!database) throw new Error('The database is used before the application has booted.')
  return database
}

/**
 * The client of the current context: its open transaction, else the pool. Rows of tenant-owned
 * tables must be read through models or `tenantTable()`; what is written by hand here is only
 * guarded by row-level security.
 */
export function unscoped(): QueryClientContract {
  const context = peekContext()
  if (!context?.trx) return connectionFor(context)
  assertScope(context.trx, context)
  return context.trx
}

/** The pool of a context without a transaction; on PostgreSQL the operator's work has its own. */
export function connectionFor(context: Context | undefined): QueryClientContract {
  const { manager } = databaseManager()
  const ofOperator = context?.operator && manager.has(operatorConnection)
  return databaseManager().connection(ofOperator ? operatorConnection : mainConnection)
}

/** 'sqlite' or 'postgres'. */
export function dialect(): 'sqlite' | 'postgres' {
  return databaseManager().connection().dialect.name === 'postgres' ? 'postgres' : 'sqlite'
}

/**
 * Runs `work` in the context's transaction, opening it when there is none; nested calls join it.
 * Resolves when the commit is on disk; what waits for `afterCommit` is told then.
 * @throws the error of a commit that failed: nothing was stored.
 * @throws OutcomeUnknown when the commit was sent and nobody confirmed it.
 * Never await anything but the database inside: on SQLite every other query waits for it.
 */
export async function transaction<T>(
  work: (trx: TransactionClientContract) => Promise<T>
): Promise<T> {
  const context = currentContext()
  if (context.trx) return work(context.trx)
  const afterCommit: (() => void)[] = []
  const result = await connectionFor(context).transaction((trx) =>
    runInContext({ ...context, trx, afterCommit }, () => work(trx))
  )
  await writeAheadLog?.sync().catch((error: unknown) => {
    throw new OutcomeUnknown(error)
  })
  for (const callback of afterCommit) callback()
  return result
}

/** Moves all of SQLite's write-ahead log into the database file, on disk, and empties it. */
export async function emptyWriteAheadLog(): Promise<void> {
  const [{ busy }] = await databaseManager()
    .connection()
    .rawQuery('pragma wal_checkpoint(truncate)')
  if (busy) throw new Error('Another program reads the database: its log cannot be emptied.')
}

/** Runs `callback` once the current transaction is on disk, at once when there is none. */
export function afterCommit(callback: () => void): void {
  const context = peekContext()
  if (context?.afterCommit) context.afterCommit.push(callback)
  else callback()
}

/** True for the error of a unique index; `column` narrows it to one that covers that column. */
export function isUniqueViolation(error: unknown, column?: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, detail, constraint } = error as {
    code?: string
    detail?: string
    constraint?: string
  }
  const unique =
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY' ||
    (code === 'SQLITE_CONSTRAINT' && error.message.includes('UNIQUE'))
  if (!unique || !column) return unique
  return [detail, constraint, error.message].some((text) => text?.includes(column))
}

/** True for an error the database raised: its text names tables and values, and is for the log only. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return String(error.code).startsWith('SQLITE_') || ('severity' in error && 'routine' in error)
}
