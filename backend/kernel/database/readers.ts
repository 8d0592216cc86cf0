import { perApplication } from '../ground/application.js'
import { peekContext } from '../ground/context.js'
import { whoseTurn } from '../ground/turns.js'
import { answer, ask } from './database.js'
import type { Value } from './driver.js'
import { isBusy, type ReaderPool } from './reader_pool.js'

const used = perApplication<{ pool?: ReaderPool | undefined; heavy: Map<string, Heavy> }>(() => ({
  heavy: new Map(),
}))

interface Heavy {
  /** For so long it held up everybody the last time. */
  heldMs: number
  /** So many times more it is asked aside. */
  left: number
}

/** Whoever holds up everybody for longer is read aside the next time. */
const heavyMs = 10
/** While the readers are full, a list that held the process no longer is asked here: slower, and not refused. */
const bearableMs = 500
/** So many times later it is tried here again: there may be fewer rows by then. */
const timesAside = 100
const mostHeavy = 500

/** Called by the kernel's provider: on SQLite with what reads beside the one connection. */
export function useReaders(pool: ReaderPool | undefined): void {
  used().pool = pool
}

/**
 * As `ask`, for what may look at many rows while a person waits for it: on SQLite, where one statement holds up the
 * whole process, it is read elsewhere, and everybody else is answered meanwhile. It costs a fifth of a millisecond, and
 * the first one in a while some tens: what an index answers is asked by `ask`.
 *
 * It reads what is committed when it begins: whatever was acknowledged before is seen. What goes there is what `ask`
 * would have asked, under the same wall: who wrote the text, or the model it was compiled from, has put the tenant in.
 * On PostgreSQL and with the driver sqlite3, which wait elsewhere anyway, it is `ask`.
 * @throws Problem 503 when it takes longer than half a minute or too many wait, 422 for too many rows
 */
export async function askAside<Row = Record<string, unknown>>(
  text: string,
  values: readonly Value[] = []
): Promise<Row[]> {
  if (peekContext()?.trx) {
    throw new Error(
      'askAside() sees nothing of an open transaction: ask() inside of it, or read before.'
    )
  }
  const { pool } = used()
  if (!pool) return ask<Row>(text, values)
  const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
  return (await pool.ask(text, bound)) as Row[]
}

/** @returns undefined while too many wait for a reader */
async function askUnlessFull<Row>(
  text: string,
  values: readonly Value[]
): Promise<Row[] | undefined> {
  try {
    return await askAside<Row>(text, values)
  } catch (error) {
    if (!isBusy(error)) throw error
    return undefined
  }
}

/**
 * As `askAside`, for a page of rows that an index has found: their number is bounded, so the one connection answers while
 * the readers are full.
 */
export const askAsideOrHere = async <Row = Record<string, unknown>>(
  text: string,
  values: readonly Value[]
): Promise<Row[]> => (await askUnlessFull<Row>(text, values)) ?? (await ask<Row>(text, values))

/**
 * As `ask`, for lists, of which nobody knows how many rows they look at: aside when this tenant's last statement of
 * this text held up everybody. Another tenant's, who may have few rows, waits for no reader. In a transaction it is
 * `ask`. @throws as `askAside`; 503 only for what took long
 */
export async function askOrAside<Row = Record<string, unknown>>(
  text: string,
  values: readonly Value[]
): Promise<Row[]> {
  const { pool, heavy } = used()
  if (!pool || peekContext()?.trx) return ask<Row>(text, values)
  const key = `${whoseTurn()} ${text}`
  const last = heavy.get(key)
  if (last && last.left > 0) {
    last.left -= 1
    if (last.heldMs > bearableMs) return await askAside<Row>(text, values)
    const rows = await askUnlessFull<Row>(text, values)
    if (rows) return rows
  }
  const { rows, heldMs = 0 } = await answer(text, values)
  heavy.delete(key)
  if (heldMs > heavyMs) heavy.set(key, { heldMs, left: timesAside })
  if (heavy.size > mostHeavy) heavy.delete(heavy.keys().next().value!)
  return rows as Row[]
}

/** Processes that read at the moment; for health and tests. */
export const readerPids = (): number[] => used().pool?.pids ?? []
