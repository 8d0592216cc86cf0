import { clock } from '../ground/clock.js'
import { ask, dialect } from '../database/database.js'

/** Asks one statement of the job table in the current context and returns its rows. */
export const sql = ask

/**
 * The database's present, moved by some milliseconds. Leases go by this one clock, so that
 * machines whose clocks differ do not take each other's work.
 */
export function present(shiftMs = 0): string {
  // Where a test has moved or holds the clock, the database goes by it.
  if (clock.aheadMs() !== 0) return literal(new Date(clock.now() + shiftMs))
  const seconds = shiftMs / 1000
  return dialect() === 'postgres'
    ? `(now() + interval '${seconds} seconds')`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '${seconds >= 0 ? '+' : ''}${seconds} seconds')`
}

const literal = (time: Date) =>
  `${dialect() === 'postgres' ? 'timestamptz ' : ''}'${time.toISOString()}'`

/** The present by the database's clock. */
export async function dbNow(): Promise<Date> {
  const [row] = await sql<{ now: string }>(`select ${present()} as now`)
  return new Date(row!.now)
}

/** A time of this process as the database's clock will have it: the two may differ. */
export function fromNow(time: Date): string {
  return present(time.getTime() - clock.now())
}

/** Lets statements of several workers pass each other by. */
export function skipLocked(): string {
  return dialect() === 'postgres' ? 'for update skip locked' : ''
}

/**
 * Parts of a statement whose loss in a crash of the database would do no harm (a job is then claimed
 * or worked again): PostgreSQL need not wait for the disk. Everything committed later is safe as ever.
 */
export function unhurried(): { part: string; condition: string } {
  return dialect() === 'postgres'
    ? {
        part: `unhurried as materialized (select set_config('synchronous_commit', 'off', true))`,
        condition: 'exists (select from unhurried)',
      }
    : { part: 'unhurried as (select 1)', condition: 'true' }
}
