import { ask, dialect } from '../database/database.js'

/** Runs a statement on the job table in the current context and returns its rows. */
export const sql = ask

export { dbNow, present } from '../database/rows/present.js'

/** Lets statements of several workers skip each other's locked rows. */
export function skipLocked(): string {
  return dialect() === 'postgres' ? 'for update skip locked' : ''
}

/**
 * SQL for statements whose loss in a database crash does no harm (a job is claimed or run again): PostgreSQL
 * need not wait for the disk. Later commits stay durable.
 */
export function asyncCommit(): { part: string; condition: string } {
  return dialect() === 'postgres'
    ? {
        part: `asyncCommit as materialized (select set_config('synchronous_commit', 'off', true))`,
        condition: 'exists (select from asyncCommit)',
      }
    : { part: 'asyncCommit as (select 1)', condition: 'true' }
}
