import { perApplication } from '../../ground/application.js'
import { peekContext } from '../../ground/context.js'
import { whoseTurn } from '../../ground/turns.js'
import { answer, ask } from '../database.js'
import type { Value } from '../drivers/driver.js'
import { isBusy, type ReaderPool } from './reader_pool.js'

const used = perApplication<{ pool?: ReaderPool | undefined; heavy: Map<string, Heavy> }>(() => ({
  heavy: new Map(),
}))

interface Heavy {
  /** How long it blocked the process the last time. */
  heldMs: number
  /** How many more times it goes to a reader process. */
  left: number
}

/** A statement that blocked the process for longer goes to a reader the next time. */
const heavyMs = 10
/** While the readers are full, a list that blocked for less than this runs here: slower, but not refused. */
const bearableMs = 500
/** After this many runs it is tried here again: there may be fewer rows by then. */
const timesInReader = 100
const mostHeavy = 500

/** Called by the kernel's provider; on SQLite with the pool of reader processes. */
export function useReaders(pool: ReaderPool | undefined): void {
  used().pool = pool
}

/**
 * Like `ask`, for statements that may read many rows while a person waits. On SQLite one statement blocks the
 * whole process, so this one runs in a reader process. That costs 0.2 ms, and some tens of milliseconds for the
 * first in a while: use `ask` for queries that an index answers.
 *
 * It reads what is committed when it begins, so every acknowledged write is visible. Tenant isolation is the
 * same as for `ask`: the text, or the model it was compiled from, must include the tenant. On PostgreSQL and
 * with the sqlite3 driver, which do not block, it is `ask`.
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
 * Like `queryOnReader`, for a page of rows that an index found. Their number is limited, so the main connection
 * answers while the readers are full.
 */
export const queryOnReaderOrHere = async <Row = Record<string, unknown>>(
  text: string,
  values: readonly Value[]
): Promise<Row[]> => (await askUnlessFull<Row>(text, values)) ?? (await ask<Row>(text, values))

/**
 * Like `ask`, for lists with an unknown number of rows. Uses a reader when this tenant's last run of the same
 * text blocked the process. Another tenant, with fewer rows, waits for no reader. In a transaction it is `ask`.
 * @throws as `queryOnReader`; 503 only for slow statements
 */
export async function queryHereOrOnReader<Row = Record<string, unknown>>(
  text: string,
  values: readonly Value[]
): Promise<Row[]> {
  const { pool, heavy } = used()
  if (!pool || peekContext()?.trx) return ask<Row>(text, values)
  const key = `${whoseTurn()} ${text}`
  const last = heavy.get(key)
  if (last && last.left > 0) {
    last.left -= 1
    if (last.heldMs > bearableMs) return await queryOnReader<Row>(text, values)
    const rows = await askUnlessFull<Row>(text, values)
    if (rows) return rows
  }
  const { rows, heldMs = 0 } = await answer(text, values)
  heavy.delete(key)
  if (heldMs > heavyMs) heavy.set(key, { heldMs, left: timesInReader })
  if (heavy.size > mostHeavy) heavy.delete(heavy.keys().next().value!)
  return rows as Row[]
}

/** Ids of the running reader processes; for health and tests. */
export const readerPids = (): number[] => used().pool?.pids ?? []
