import { ask, dialect } from '../database/database.js'
import { positioned, type PositionedEvent } from './logged_event.js'
import { isBefore, lastSeq, type Position } from './position.js'

/**
 * How far the log may be read: no event can appear at or before this position any more. On PostgreSQL every
 * turn below has ended (`settledTurn` in migrations); undefined while a writer draws one. SQLite has one writer,
 * so there it is the last event.
 */
export async function settledPosition(): Promise<Position | undefined> {
  if (dialect() === 'sqlite') {
    const [last] = await ask<{ seq: number | null }>(
      'select max(seq) as seq from middleware_events'
    )
    return { transaction: 0, seq: last?.seq ?? 0 }
  }
  const [settled] = await ask<{ turn: number | null }>('select settled_event_turn() as turn')
  const turn = settled?.turn ?? null
  return turn === null ? undefined : { transaction: Number(turn) - 1, seq: lastSeq }
}

interface Range {
  after: Position
  upTo: Position
  limit: number
  offset?: number
  /** All when undefined. */
  types?: readonly string[] | undefined
}

/** Events between two positions, without the first, in log order. */
function between(
  columns: string,
  { after, upTo, limit, offset = 0, types }: Range
): Promise<Record<string, unknown>[]> {
  const [condition, order, places] =
    dialect() === 'sqlite'
      ? ['seq > ? and seq <= ?', 'seq', [after.seq, upTo.seq]]
      : [
          '("transaction", seq) > (?, ?) and ("transaction", seq) <= (?, ?)',
          '"transaction", seq',
          [after.transaction, after.seq, upTo.transaction, upTo.seq],
        ]
  const ofTypes = types ? `and event_type in (${types.map(() => '?').join()})` : ''
  return ask(
    `select ${columns} from middleware_events where ${condition} ${ofTypes}
     order by ${order} limit ? offset ?`,
    [...places, ...(types ?? []), limit, offset]
  )
}

/** All events between two positions, up to `limit`. */
export async function readAll(
  after: Position,
  upTo: Position,
  limit: number
): Promise<PositionedEvent[]> {
  return (await between('*', { after, upTo, limit })).map(positioned)
}

/** Types of the events between two positions, up to `limit`. */
export async function readTypes(
  after: Position,
  upTo: Position,
  limit: number
): Promise<{ position: Position; type: string }[]> {
  const rows = await between('"transaction", seq, event_type', { after, upTo, limit })
  return rows.map((row) => ({ ...positioned(row), type: String(row.event_type) }))
}

/** A scanned part of the log. */
export interface Stretch {
  events: PositionedEvent[]
  /** Everything up to here was scanned. */
  reached: Position
}

/**
 * The next events of some types, scanning up to `width` events of any type: the time depends neither on their
 * rarity nor on how far the reader lags.
 */
export async function readStretch(
  after: Position,
  upTo: Position,
  limit: number,
  width: number,
  types?: readonly string[]
): Promise<Stretch> {
  if (!isBefore(after, upTo)) return { events: [], reached: after }
  const [last] = await between('"transaction", seq', { after, upTo, limit: 1, offset: width - 1 })
  const end = last ? positioned(last).position : upTo
  const events = (await between('*', { after, upTo: end, limit, types })).map(positioned)
  return { events, reached: events.length === limit ? events.at(-1)!.position : end }
}
