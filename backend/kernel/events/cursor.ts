import { ask, change, dialect, unscoped } from '../database/database.js'
import { rawRow } from '../database/rows/insert_rows.js'
import { Moment, present } from '../database/rows/present.js'
import type { Consumer } from './consumer.js'
import { beginning, type Position } from './position.js'

const table = 'event_cursors'

/** Reads and locks the cursor until the transaction ends; undefined while another process holds it. */
export async function tryLockCursor(name: string): Promise<Position | undefined> {
  return readCursor(name, 'for update skip locked')
}

/** Waits for the cursor and locks it until the transaction ends. */
export async function lockCursor(name: string): Promise<void> {
  await readCursor(name, 'for update')
}

async function readCursor(name: string, lock: string): Promise<Position | undefined> {
  const [row] = await ask<Position>(
    `select "transaction", seq from event_cursors where name = ? ${dialect() === 'postgres' ? lock : ''}`,
    [name]
  )
  return row && { transaction: Number(row.transaction), seq: Number(row.seq) }
}

export async function saveCursor(name: string, { transaction, seq }: Position): Promise<void> {
  await change(
    `update event_cursors set "transaction" = ?, seq = ?, updated_at = ${present()} where name = ?`,
    [transaction, seq, name]
  )
}

/**
 * Creates the cursors of consumers that are new to this database, at their start positions.
 * @param end the end of the log
 */
export async function ensureCursors(
  consumers: Pick<Consumer, 'name' | 'from'>[],
  end: Position
): Promise<void> {
  const rows = consumers.map(({ name, from }) => {
    return { name, ...(from === 'now' ? end : beginning), updated_at: new Moment() }
  })
  if (rows.length === 0) return
  const query = unscoped().insertQuery().table(table).knexQuery.insert(rows.map(rawRow))
  await query.onConflict('name').ignore()
}
