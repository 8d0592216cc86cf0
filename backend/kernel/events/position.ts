/** A place in the log; what is ordered is (transaction, seq). On SQLite `transaction` is always 0. */
export interface Position {
  transaction: number
  seq: number
}

export const beginning: Position = { transaction: 0, seq: 0 }

/** Behind everything. */
export const endless: Position = {
  transaction: Number.MAX_SAFE_INTEGER,
  seq: Number.MAX_SAFE_INTEGER,
}

/** Behind everything of one turn. */
export const lastSeq = Number.MAX_SAFE_INTEGER

export function isBefore(one: Position, other: Position): boolean {
  return one.transaction === other.transaction
    ? one.seq < other.seq
    : one.transaction < other.transaction
}

export const later = (one: Position, other: Position): Position =>
  isBefore(one, other) ? other : one
