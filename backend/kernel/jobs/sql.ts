import { ask, dialect } from '../database/database.js'

/** Asks one statement of the job table in the current context and returns its rows. */
export const sql = ask

export { dbNow, present } from '../database/present.js'

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
