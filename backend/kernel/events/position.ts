/** A position in the log, ordered by (transaction, seq). On SQLite `transaction` is always 0. */
export interface Position {
  transaction: number
  seq: number
}

export const beginning: Position = { transaction: 0, seq: 0 }

/** After every event. */
export const endless: Position = {
  transaction: Number.MAX_SAFE_INTEGER,
  seq: Number.MAX_SAFE_INTEGER,
}

/** After every event of a turn. */
export const lastSeq = Number.MAX_SAFE_INTEGER

export function isBefore(one: Position, other: Position): boolean {
  return one.transaction === other.transaction
    ? one.seq < other.seq
    : one.transaction < other.transaction
}

export const later = (one: Position, other: Position): Position =>
  isBefore(one, other) ? other : one
