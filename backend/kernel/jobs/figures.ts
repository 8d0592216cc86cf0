import { dialect } from '../database/database.js'
import { lockSpace } from '../database/advisory_locks.js'
import { settings } from '../settings/index.js'
import { sql } from './sql.js'

/** The count of a state stops at this number. */
export const mostCounted = 10_000

const states = [
  'waiting',
  'scheduled',
  'running',
  'held_key',
  'held_name',
  'paused',
  'failed',
  'unknown',
] as const

/** Number of jobs per state, up to `mostCounted`. */
export interface JobCounts {
  /** Due, and not claimed yet. */
  waiting: number
  /** Scheduled for later, or waiting for a retry. */
  scheduled: number
  running: number
  /** Behind a limit. */
  held: number
  /** Of organizations that are suspended or being deleted. */
  paused: number
  failed: number
  /** No installed plugin handles them. */
  unknown: number
}

/** Counts the jobs of all tenants, each state with its own index, in operator scope. */
export async function countByState(): Promise<JobCounts> {
  const counts = states.map(
    (state) => `(select count(*) from
      (select 1 from jobs where state = '${state}' limit ${mostCounted}) as counted) as ${state}`
  )
  const [row] = await sql<Record<string, number>>(`select ${counts.join()}`)
  const of = (state: (typeof states)[number]) => Number(row![state])
  return {
    waiting: of('waiting'),
    scheduled: of('scheduled'),
    running: of('running'),
    held: Math.min(of('held_key') + of('held_name'), mostCounted),
    paused: of('paused'),
    failed: of('failed'),
    unknown: of('unknown'),
  }
}

/** Number of running worker processes: each holds a lock while it lives. SQLite has one process. */
export async function countWorkers(): Promise<number> {
  if (dialect() !== 'postgres') return settings.use().ROLE === 'web' ? 0 : 1
  const [row] = await sql<{ workers: number }>(
    `select count(*) as workers from pg_locks
     where locktype = 'advisory' and granted and classid = ${lockSpace.worker} and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())`
  )
  return Number(row!.workers)
}
