import { perApplication } from '../../ground/application.js'
import { peekContext } from '../../ground/context.js'
import { whoseTurn } from '../../ground/turns.js'
import { answer, ask } from '../database.js'
import type { Value } from '../drivers/driver.js'
import { isBusy, type ReaderPool } from './reader_pool.js'

const used = perApplication<{ pool?: ReaderPool | undefined; slow: Map<string, SlowStatement> }>(
  () => ({
    slow: new Map(),
  })
)

interface SlowStatement {
  /** How long the last run on this process blocked it. */
  blockedMs: number
  /** How many more runs go to a reader process. */
  left: number
}

/** A statement that blocks this process for longer than this goes to a reader the next time. */
const slowMs = 10
/**
 * While the readers are full, a list that blocked for less than this runs on this process. That is slower, but
 * the list is not refused.
 */
const tolerableMs = 500
/**
 * After this many runs on a reader, the statement is tried on this process again, because there may be fewer
 * rows.
 */
const runsOnReader = 100
const maxSlow = 500

/** Called by the kernel's provider. Only SQLite has a pool of reader processes. */
export function useReaders(pool: ReaderPool | undefined): void {
  used().pool = pool
}

/**
 * Like `ask`, for statements that may read many rows while a person waits. On SQLite, a statement would block
 * the whole process, so it runs in a reader process. That takes 0.2 ms, and tens of milliseconds if a reader
 * must start. Use `ask` for queries that an index answers.
 *
 * The statement reads what is committed when it begins, so every acknowledged write is visible. Tenant
 * isolation is the same as for `ask`: the text, or the model it was compiled from, must include the tenant.
 * PostgreSQL and the sqlite3 driver do not block, so there it is the same as `ask`.
 * @throws Problem 503 when it takes longer than half a minute or too many wait, 422 for too many rows
 */
export async function queryOnReader<Row = Record<string, unknown>>(
  text: string,
  values: readonly Value[] = []
): Promise<Row[]> {
  if (peekContext()?.trx) {
    throw new Error(
      'queryOnReader() cannot see an open transaction: use ask() inside it, or read before it.'
    )
  }
  const { pool } = used()
  if (!pool) return ask<Row>(text, values)
  const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
  return (await pool.ask(text, bound)) as Row[]
}

/** @returns undefined while too many queries wait for a reader */
async function askUnlessFull<Row>(
  text: string,
  values: readonly Value[]
): Promise<Row[] | undefined> {
  try {
    return await queryOnReader<Row>(text, values)
  } catch (error) {
    if (!isBusy(error)) throw error
    return undefined
  }
}

/**
 * Like `queryOnReader`, for a page of rows that an index found. The number of rows is limited, so the main
 * connection answers while the readers are full.
 */
export const queryOnReaderOrHere = async <Row = Record<string, unknown>>(
  text: string,
  values: readonly Value[]
): Promise<Row[]> => (await askUnlessFull<Row>(text, values)) ?? (await ask<Row>(text, values))

/**
 * Like `ask`, for lists with an unknown number of rows. Uses a reader if this tenant's last run of the same
 * text blocked the process. Another tenant with fewer rows then needs no reader. In a transaction it is the
 * same as `ask`.
 * @throws like `queryOnReader`; 503 only for slow statements
 */
export async function queryHereOrOnReader<Row = Record<string, unknown>>(
  text: string,
  values: readonly Value[]
): Promise<Row[]> {
  const { pool, slow } = used()
  if (!pool || peekContext()?.trx) return ask<Row>(text, values)
  const key = `${whoseTurn()} ${text}`
  const last = slow.get(key)
  if (last && last.left > 0) {
    last.left -= 1
    if (last.blockedMs > tolerableMs) return await queryOnReader<Row>(text, values)
    const rows = await askUnlessFull<Row>(text, values)
    if (rows) return rows
  }
  const { rows, blockedMs = 0 } = await answer(text, values)
  slow.delete(key)
  if (blockedMs > slowMs) slow.set(key, { blockedMs, left: runsOnReader })
  if (slow.size > maxSlow) slow.delete(slow.keys().next().value!)
  return rows as Row[]
}

/** Ids of the running reader processes; for health and tests. */
export const readerPids = (): number[] => used().pool?.pids ?? []
