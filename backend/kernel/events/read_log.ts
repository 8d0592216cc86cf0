import { dialect, unscoped } from '../database/database.js'
import { positioned, type PositionedEvent } from './logged_event.js'
import { isBefore, lastSeq, type Position } from './position.js'

const table = 'middleware_events'

/**
 * How far the log may be read: nothing can appear at or before this place any more. On PostgreSQL
 * every turn below has ended (migration 3_turns); undefined while somebody is drawing one. SQLite has
 * one writer, so there it is the last event.
 */
export async function settledPosition(): Promise<Position | undefined> {
  if (dialect() === 'sqlite') {
    const row = await unscoped().from(table).max('seq as seq').first()
    return { transaction: 0, seq: Number(row?.seq ?? 0) }
  }
  const { rows } = await unscoped().rawQuery('select settled_event_turn() as turn')
  const { turn } = rows[0]
  return turn === null ? undefined : { transaction: Number(turn) - 1, seq: lastSeq }
}

/** Events between two places, the first left out, in log order. */
function between(after: Position, upTo: Position) {
  const query = unscoped().from(table).orderBy('seq')
  if (dialect() === 'sqlite') return query.where('seq', '>', after.seq).where('seq', '<=', upTo.seq)
  return unscoped()
    .from(table)
    .whereRaw('(transaction, seq) > (?, ?)', [after.transaction, after.seq])
    .whereRaw('(transaction, seq) <= (?, ?)', [upTo.transaction, upTo.seq])
    .orderBy('transaction')
    .orderBy('seq')
}

/** All events between two places, at most `limit`. */
export async function readAll(
  after: Position,
  upTo: Position,
  limit: number
): Promise<PositionedEvent[]> {
  return (await between(after, upTo).select('*').limit(limit)).map(positioned)
}

/** A stretch of the log somebody looked at for some types. */
export interface Stretch {
  events: PositionedEvent[]
  /** Everything up to here was looked at. */
  reached: Position
}

/**
 * The next events of some types, looking at `width` events of any type at most: how long it takes
 * hangs neither on how rare they are nor on how far behind the reader is.
 */
export async function readStretch(
  after: Position,
  upTo: Position,
  limit: number,
  width: number,
  types?: readonly string[]
): Promise<Stretch> {
  if (!isBefore(after, upTo)) return { events: [], reached: after }
  const [last] = await between(after, upTo)
    .select('transaction', 'seq')
    .offset(width - 1)
    .limit(1)
  const end = last ? positioned(last).position : upTo
  const query = between(after, end).select('*').limit(limit)
  if (types) query.whereIn('event_type', [...types])
  const events = (await query).map(positioned)
  return { events, reached: events.length === limit ? events.at(-1)!.position : end }
}
