import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { WriteAheadLog } from './durability.js'
import { noteCommit } from './behind_commit.js'
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
import { mainConnection, operatorConnection } from './config.js'
import type { Answer, Value } from './driver.js'
import { OpenTransaction } from './open_transaction.js'
import { Pool } from './pool.js'
import { assertScope, beginInScope } from './tenant_setting.js'

const used = perApplication<{
  database?: Database
  writeAheadLog?: WriteAheadLog | undefined
  dialect?: 'sqlite' | 'postgres'
  pools: Map<string, Pool>
}>(() => ({ pools: new Map() }))

/** Called once by the kernel's provider when the application boots. */
export function useDatabase(database: Database, writeAheadLog: WriteAheadLog | undefined): void {
  Object.assign(used(), { database, writeAheadLog, dialect: undefined, pools: new Map() })
}

/** The booted database manager; for the kernel itself. */
export function databaseManager(): Database {
  const { database } = used()
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
  return context.trx.client
}

/**
 * Asks one statement of the current context, in its open transaction if there is one: SQL that is written out, for what
 * is asked thousands of times a second. It stands under the same wall as `unscoped()`: on PostgreSQL the scope, and for
 * rows of tenants `tenantRows()`, which cannot leave the tenant out.
 * @param text never made from a value, with `?` for each: every connection prepares it once
 */
export async function ask<Row = Record<string, unknown>>(
  text: string,
  values: readonly Value[] = []
): Promise<Row[]> {
  return (await answer(text, values)).rows as Row[]
}

/** As `ask`, for what returns no rows. @returns how many it has written */
export async function change(text: string, values: readonly Value[] = []): Promise<number> {
  return (await answer(text, values)).changed
}

/** As `ask`, with all that the driver says of it. */
export function answer(text: string, values: readonly Value[]): Promise<Answer> {
  const context = peekContext()
  if (!context?.trx) return poolFor(context).ask(text, values)
  assertScope(context.trx, context)
  return context.trx.ask(text, values)
}

/** Asks outside of any transaction. */
export function connectionFor(context: Context | undefined): QueryClientContract {
  return poolFor(context).client
}

/** On PostgreSQL the operator's work has a pool of its own. */
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
 * Runs `work` in the context's transaction, opening it when there is none; nested calls join it.
 * Resolves when the commit is on disk; what waits for `afterCommit` is told then.
 * @throws the error of a commit that failed: nothing was stored.
 * @throws OutcomeUnknown when the commit was sent and nobody confirmed it.
 * Never await anything but the database inside: on SQLite every other query waits for it.
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
 * @param isSteady what was read stays so until the commit, or the commit fails: PostgreSQL ends whoever writes a row
 * that somebody else has changed meanwhile. (postgresql.org, "Repeatable Read Isolation Level") On SQLite there is one
 * writer, who takes his turn at the start: two that read before they write would else refuse each other.
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

/** The caller's conditions, for the first transaction of a request. */
function takeGuards({ guards = [] }: Context): Guard[] {
  const open = guards.filter(({ taken }) => !taken)
  for (const guard of open) guard.taken = true
  return open
}

const isLostRace = (error: unknown) => (error as { code?: string } | null)?.code === '40001'

/** How work that may fail alone has ended. */
export type Attempted<T> = { done: true; result: T } | { done: false; error: unknown }

/**
 * Runs `work` inside the open transaction so that it may fail alone: what it wrote is undone then, what waits in it for
 * `afterCommit` is dropped, and the transaction goes on.
 * @throws when it cannot go on: the transaction itself is lost, or there is none.
 */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempted<T>> {
  const context = currentContext()
  const { trx, afterCommit } = context
  if (!trx || !afterCommit) throw new Error('attempt() needs the transaction it is a part of.')
  const callbacks: (() => void)[] = []
  // Of one name inside of another the inner one is meant. It never changes, so that each is prepared once.
  await trx.ask('savepoint attempt')
  try {
    const result = await runInContext({ ...context, afterCommit: callbacks }, work)
    // Fails after a failed statement whose error `work` kept to itself.
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
    // SQLite has ended the transaction itself, or the connection is lost: the first error says why.
    throw isPassing(cause) ? cause : error
  }
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

/** Runs `callback` once the current transaction has ended, with a commit or without. @throws outside of a transaction */
export function afterEnd(callback: () => void): void {
  const ends = peekContext()?.afterEnd
  if (!ends) throw new Error('afterEnd() needs the transaction whose end it waits for.')
  ends.push(callback)
}

/**
 * True for the error of a unique index. SQLite names the columns of the index. PostgreSQL names the index: under row-level
 * security it does not tell the columns.
 * @param names narrow it to an index: a column that its name contains, or both its name and a column
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
  // The message of a query begins with its statement, which names other columns, too.
  const [told] = /UNIQUE constraint failed: .*$/.exec(error.message) ?? []
  return names.some((name) => [detail, constraint, told].some((text) => text?.includes(name)))
}

/** True for an error the database raised: its text names tables and values, and is for the log only. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return String(error.code).startsWith('SQLITE_') || ('severity' in error && 'routine' in error)
}
