import { dialect } from '../database/database.js'
import { lockSpace } from '../database/advisory_locks.js'
import { settings } from '../settings/index.js'
import { sql } from './sql.js'

/** More of one state are not counted. */
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

/** How many jobs there are of each state, up to `mostCounted`. */
export interface JobCounts {
  /** Due, and not taken yet. */
  waiting: number
  /** For later: a time they are due at, or their next try. */
  scheduled: number
  running: number
  /** Behind a limit of their kind. */
  held: number
  /** Of organizations that are suspended or to be deleted. */
  paused: number
  failed: number
  /** No installed plugin works them. */
  unknown: number
}

/** Counts the jobs of all tenants, each state by its own index, in operator scope. */
export async function countByState(): Promise<JobCounts> {
  const counts = states.map(
    (state) => `(select count(*) from
      (select 1 from jobs where state = '${state}' limit ${mostCounted}) as counted) as ${state}`
  )
  const [row] = await sql<Record<string, number>>(`select ${counts.join()}`)
  const of = (state: (typeof states)[number]) => Number(row![state])
  return {
    ...{ waiting: of('waiting'), scheduled: of('scheduled'), running: of('running') },
    held: Math.min(of('held_key') + of('held_name'), mostCounted),
    ...{ paused: of('paused'), failed: of('failed'), unknown: of('unknown') },
  }
}

/** How many processes work jobs at this moment: each holds a lock as long as it lives. SQLite has one process. */
export async function countWorkers(): Promise<number> {
  if (dialect() !== 'postgres') return settings.use().ROLE === 'web' ? 0 : 1
  const [row] = await sql<{ workers: number }>(
    `select count(*) as workers from pg_locks
     where locktype = 'advisory' and granted and classid = ${lockSpace.worker} and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())`
  )
  return Number(row!.workers)
}
