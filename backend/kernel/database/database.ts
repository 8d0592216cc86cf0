import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { WriteAheadLog } from './sqlite/durability.js'
import { noteCommit } from './transactions/behind_commit.js'
import { isPassing, OutcomeUnknown } from './faults.js'
import { perApplication } from '../ground/application.js'
import { transactions, watched } from '../ground/happenings.js'
import {
  currentContext,
  peekContext,
  runInContext,
  type Context,
  type Guard,
  type Transaction,
} from '../ground/context.js'
import { mainConnection, operatorConnection } from './connections/config.js'
import type { Answer, Value } from './drivers/driver.js'
import { OpenTransaction } from './transactions/open_transaction.js'
import { Pool } from './connections/pool.js'
import { assertScope, beginInScope } from './wall/tenant_setting.js'

const used = perApplication<{
  database?: Database
  writeAheadLog?: WriteAheadLog | undefined
  dialect?: 'sqlite' | 'postgres'
  pools: Map<string, Pool>
}>(() => ({ pools: new Map() }))

/** Called once by the kernel's provider on boot. */
export function useDatabase(database: Database, writeAheadLog: WriteAheadLog | undefined): void {
  Object.assign(used(), { database, writeAheadLog, dialect: undefined, pools: new Map() })
}

/** The database manager of the running application; for the kernel only. */
export function databaseManager(): Database {
  const { database } = used()
  if (!database) throw new Error('The database is used before the application has booted.')
  return database
}

/**
 * The client of the current context: its open transaction, or else the pool. Read tenant-owned tables through
 * models or `tenantTable()`. Only row-level security protects hand-written SQL here.
 */
export function unscoped(): QueryClientContract {
  const context = peekContext()
  if (!context?.trx) return connectionFor(context)
  assertScope(context.trx, context)
  return context.trx.client
}

/**
 * Runs one SQL statement in the current context, in its open transaction if any. For statements that run
 * thousands of times a second. The rules of `unscoped()` apply, and on PostgreSQL the scope limits the rows.
 * Read rows of tenants with `tenantRows()`, which always adds the tenant.
 * @param text constant SQL with `?` for each value; every connection prepares it once
 */
export async function ask<Row = Record<string, unknown>>(
  text: string,
  values: readonly Value[] = []
): Promise<Row[]> {
  return (await answer(text, values)).rows as Row[]
}

/**
 * Like `ask`, for statements that return no rows.
 * @returns the number of rows written
 */
export async function change(text: string, values: readonly Value[] = []): Promise<number> {
  return (await answer(text, values)).changed
}

/** Like `ask`, but returns everything that the driver returns. */
export function answer(text: string, values: readonly Value[]): Promise<Answer> {
  const context = peekContext()
  if (!context?.trx) return poolFor(context).ask(text, values)
  assertScope(context.trx, context)
  return context.trx.ask(text, values)
}

/** The pool's client, outside any transaction. */
export function connectionFor(context: Context | undefined): QueryClientContract {
  return poolFor(context).client
}

/** On PostgreSQL, operator work has its own pool. */
function poolFor(context: Context | undefined): Pool {
  const database = databaseManager()
  const ofOperator = context?.operator && database.manager.has(operatorConnection)
  const name = ofOperator ? operatorConnection : mainConnection
  const { pools } = used()
  const known = pools.get(name)
  if (known?.isOpen) return known
  const pool = new Pool(database, name)
  pools.set(name, pool)
  return pool
}

/** 'sqlite' or 'postgres'. */
export function dialect(): 'sqlite' | 'postgres' {
  return (used().dialect ??=
    databaseManager().connection().dialect.name === 'postgres' ? 'postgres' : 'sqlite')
}

/**
 * Runs `work` in the context's transaction, or opens one; nested calls join it. Resolves when the commit is on
 * disk, then runs `afterCommit` callbacks. Inside, await only the database, because on SQLite every other query
 * waits for it.
 * @throws the error of a failed commit: nothing was stored
 * @throws OutcomeUnknown when a sent commit was not confirmed
 */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  const context = currentContext()
  if (context.trx) return work()
  const afterCommit: (() => void)[] = []
  const afterEnd: (() => void)[] = []
  const guards = takeGuards(context)
  const steadied = guards.find((guard) => guard.failed)
  const guarded = async () => {
    for (const guard of guards) await guard.check()
    return work()
  }
  const committed = () =>
    inTransaction(context, steadied !== undefined, (trx) =>
      runInContext({ ...context, trx, afterCommit, afterEnd }, guarded)
    )
  const about = () => ({ operator: context.operator })
  const result = await watched(transactions, about, committed)
    .catch((error: unknown) => {
      for (const guard of guards) guard.taken = false
      throw steadied?.failed && isLostRace(error) ? steadied.failed() : error
    })
    .finally(() => {
      for (const callback of afterEnd) callback()
    })
  noteCommit(context)
  await used()
    .writeAheadLog?.sync()
    .catch((error: unknown) => {
      throw new OutcomeUnknown(error)
    })
  for (const callback of afterCommit) callback()
  return result
}

/**
 * Opens a transaction, runs `work` and commits. On SQLite the write lock is taken at the start; otherwise two
 * transactions that read before they write would refuse each other.
 * @param isSteady data that was read stays unchanged until the commit, or the commit fails. PostgreSQL aborts
 * this transaction if it writes a row that was changed concurrently (postgresql.org, "Repeatable Read
 * Isolation Level").
 */
async function inTransaction<T>(
  context: Context,
  isSteady: boolean,
  work: (trx: Transaction) => Promise<T>
): Promise<T> {
  const pool = poolFor(context)
  const trx = await (dialect() === 'postgres'
    ? OpenTransaction.begin(pool, beginInScope(context, isSteady))
    : pool.sharedCommits.begin())
  let result: T
  try {
    result = await work(trx)
  } catch (error) {
    await trx.rollback(error)
    throw error
  }
  await trx.commit()
  return result
}

/** Takes the request's preconditions, which only its first transaction checks. */
function takeGuards({ guards = [] }: Context): Guard[] {
  const open = guards.filter(({ taken }) => !taken)
  for (const guard of open) guard.taken = true
  return open
}

const isLostRace = (error: unknown) => (error as { code?: string } | null)?.code === '40001'

/** Result of work that may fail while its transaction continues. */
export type Attempted<T> = { done: true; result: T } | { done: false; error: unknown }

/**
 * Runs `work` in a savepoint of the open transaction. If it fails, its writes and its `afterCommit` callbacks
 * are dropped, and the transaction continues.
 * @throws when there is no transaction, or it was lost
 */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempted<T>> {
  const context = currentContext()
  const { trx, afterCommit } = context
  if (!trx || !afterCommit) throw new Error('attempt() needs an open transaction.')
  const callbacks: (() => void)[] = []
  // Nested savepoints may share a name: the inner one is used. Constant text is prepared only once.
  await trx.ask('savepoint attempt')
  try {
    const result = await runInContext({ ...context, afterCommit: callbacks }, work)
    // Throws if `work` swallowed the error of a failed statement.
    await trx.ask('release savepoint attempt')
    afterCommit.push(...callbacks)
    return { done: true, result }
  } catch (error) {
    await undoAttempt(trx, error)
    return { done: false, error }
  }
}

async function undoAttempt(trx: Transaction, cause: unknown): Promise<void> {
  try {
    await trx.ask('rollback to savepoint attempt')
    await trx.ask('release savepoint attempt')
  } catch (error) {
    // SQLite ended the transaction, or the connection was lost. The first error contains the reason.
    throw isPassing(cause) ? cause : error
  }
}

/** Moves SQLite's whole write-ahead log into the database file, on disk, and empties the log. */
export async function emptyWriteAheadLog(): Promise<void> {
  const [{ busy }] = await databaseManager()
    .connection()
    .rawQuery('pragma wal_checkpoint(truncate)')
  if (busy) throw new Error('Another program reads the database: its log cannot be emptied.')
}

/** Runs `callback` once the current transaction is on disk, or immediately if there is none. */
export function afterCommit(callback: () => void): void {
  const context = peekContext()
  if (context?.afterCommit) context.afterCommit.push(callback)
  else callback()
}

/**
 * Runs `callback` once the current transaction has ended, committed or not.
 * @throws outside a transaction
 */
export function afterEnd(callback: () => void): void {
  const ends = peekContext()?.afterEnd
  if (!ends) throw new Error('afterEnd() needs an open transaction.')
  ends.push(callback)
}

/**
 * Whether an error is a unique violation. SQLite reports the columns of the index, PostgreSQL its name; under
 * row-level security it hides the columns.
 * @param names limits this to one index: a column that the index name contains, or both the index name and a
 * column
 */
export function isUniqueViolation(error: unknown, ...names: string[]): boolean {
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
  if (!unique || names.length === 0) return unique
  // Only after these words, because the message starts with the statement, which contains other columns.
  const [columns] = /UNIQUE constraint failed: .*$/.exec(error.message) ?? []
  return names.some((name) => [detail, constraint, columns].some((text) => text?.includes(name)))
}
