import { clock } from '../ground/clock.js'
import { ask, dialect } from './database.js'

/**
 * The database's present as SQL, shifted by some milliseconds. What is due, leased or limited goes by this one clock, so
 * that a process whose clock is wrong neither delays work nor takes it. On PostgreSQL it is the start of the transaction.
 */
export const present = (shiftMs = 0): string => at(shiftMs, 'now()')

/**
 * As `present`, but on PostgreSQL the moment at which the row is read, also after a wait for its lock. An upper bound
 * needs it: a transaction that began earlier would call a time that was just written too late. No index serves it.
 */
export const instant = (shiftMs = 0): string => at(shiftMs, 'clock_timestamp()')

function at(shiftMs: number, postgresNow: string): string {
  // Where a test has moved or holds the clock, the database goes by it.
  if (clock.aheadMs() !== 0) return literal(shiftMs)
  const seconds = shiftMs / 1000
  return dialect() === 'postgres'
    ? `(${postgresNow} + interval '${seconds} seconds')`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '${seconds >= 0 ? '+' : ''}${seconds} seconds')`
}

const literal = (shiftMs: number) =>
  `${dialect() === 'postgres' ? 'timestamptz ' : ''}'${isoOf(shiftMs)}'`

/** The present of a database on this machine, or of one that follows the clock of a test. */
const isoOf = (shiftMs: number) => new Date(clock.here() + shiftMs).toISOString()

/** The present by the database's clock. */
export async function dbNow(): Promise<Date> {
  const [row] = await ask<{ now: string }>(`select ${instant()} as now`)
  return new Date(row!.now)
}

/** How far a time of this process lies ahead, in milliseconds: the same by every clock. */
export const msFromNow = (time: Date): number => time.getTime() - clock.now()

/** Milliseconds until a column's time, as SQL; less than none when it is past. */
export const msUntil = (column: string): string =>
  dialect() === 'postgres'
    ? `cast(extract(epoch from (${column} - ${instant()})) * 1000 as bigint)`
    : `cast((julianday(${column}) - julianday(${instant()})) * 86400000 as bigint)`

/**
 * A value of a row that the database fills in: its present, shifted by some milliseconds. `insertRow` and `insertRows`
 * take it in the place of a value.
 */
export class Moment {
  constructor(readonly shiftMs = 0) {}

  /** The SQL of the value, and what is bound to it. The shift is bound, so that there are few texts of statements. */
  get sql(): { mark: string; values: (string | number)[] } {
    // SQLite's clock is this machine's.
    if (dialect() === 'sqlite' || clock.aheadMs() !== 0) {
      return { mark: '?', values: [isoOf(this.shiftMs)] }
    }
    if (this.shiftMs === 0) return { mark: 'now()', values: [] }
    return {
      mark: `(now() + cast(? as double precision) * interval '1 millisecond')`,
      values: [this.shiftMs],
    }
  }
}
