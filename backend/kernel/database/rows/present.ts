import { clock } from '../../ground/clock.js'
import { ask, dialect } from '../database.js'

/**
 * Returns SQL for the database's current time, shifted by some milliseconds. Due times, leases and limits use
 * only this clock, so a process with a wrong clock neither delays nor takes work. On PostgreSQL it is the start
 * of the transaction.
 */
export const present = (shiftMs = 0): string => at(shiftMs, 'now()')

/**
 * Like `present`, but on PostgreSQL the time at which the row is read, even after waiting for a lock. Use it
 * for upper bounds: to a transaction that began earlier, a time written just now would be in the future. It
 * cannot use an index.
 */
export const instant = (shiftMs = 0): string => at(shiftMs, 'clock_timestamp()')

function at(shiftMs: number, postgresNow: string): string {
  // If a test moves or stops the clock, the database uses the test's clock.
  if (clock.aheadMs() !== 0) return literal(shiftMs)
  const seconds = shiftMs / 1000
  return dialect() === 'postgres'
    ? `(${postgresNow} + interval '${seconds} seconds')`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '${seconds >= 0 ? '+' : ''}${seconds} seconds')`
}

const literal = (shiftMs: number) =>
  `${dialect() === 'postgres' ? 'timestamptz ' : ''}'${isoOf(shiftMs)}'`

/** Returns the time by this process's clock. For a database on this machine, or one that follows a test's clock. */
const isoOf = (shiftMs: number) => new Date(clock.here() + shiftMs).toISOString()

/** The current time by the database's clock. */
export async function dbNow(): Promise<Date> {
  const [row] = await ask<{ now: string }>(`select ${instant()} as now`)
  return new Date(row!.now)
}

/** Returns milliseconds from now until a time of this process. A duration is the same by every clock. */
export const msFromNow = (time: Date): number => time.getTime() - clock.now()

/** Returns SQL for the milliseconds until a column's time; negative when it is past. */
export const msUntil = (column: string): string =>
  dialect() === 'postgres'
    ? `cast(extract(epoch from (${column} - ${instant()})) * 1000 as bigint)`
    : `cast((julianday(${column}) - julianday(${instant()})) * 86400000 as bigint)`

/**
 * A column value that the database fills in: its current time, shifted by some milliseconds. `insertRow` and
 * `insertRows` accept it as a value.
 */
export class Moment {
  constructor(readonly shiftMs = 0) {}

  /**
   * Returns the SQL of the value, and the values to bind. The shift is bound, so that there are few statement
   * texts.
   */
  get sql(): { mark: string; values: (string | number)[] } {
    // SQLite has no clock of its own, so use this machine's.
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
