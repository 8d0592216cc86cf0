import { dialect, unscoped } from '../database/database.js'
import { now } from '../database/clock.js'
import type { Consumer } from './consumer.js'
import { beginning, type Position } from './position.js'

const table = 'event_cursors'

/** The cursor's place, held until the transaction ends; undefined while another process holds it. */
export async function holdCursor(name: string): Promise<Position | undefined> {
  const query = unscoped().from(table).where('name', name)
  if (dialect() === 'postgres') query.forUpdate().skipLocked()
  const row = await query.first()
  return row && { transaction: Number(row.transaction), seq: Number(row.seq) }
}

/** Waits until nobody else holds the cursor, and holds it until the transaction ends. */
export async function awaitCursor(name: string): Promise<void> {
  const query = unscoped().from(table).where('name', name)
  if (dialect() === 'postgres') query.forUpdate()
  await query.first()
}

export async function saveCursor(name: string, { transaction, seq }: Position): Promise<void> {
  await unscoped().from(table).where('name', name).update({ transaction, seq, updated_at: now() })
}

/** Gives consumers this database does not know yet their cursors, where they want to begin; `end` is the log's. */
export async function ensureCursors(
  consumers: Pick<Consumer, 'name' | 'from'>[],
  end: Position
): Promise<void> {
  const rows = consumers.map(({ name, from }) => {
    return { name, ...(from === 'now' ? end : beginning), updated_at: now() }
  })
  if (rows.length === 0) return
  const query = unscoped().insertQuery().table(table).knexQuery.insert(rows)
  await query.onConflict('name').ignore()
}
