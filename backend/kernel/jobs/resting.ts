import { announce } from './announce.js'
import { readDistinct } from './hop.js'
import { claimOf, isHeld, type JobRow } from './job_row.js'
import { vacate, type Limited } from './limits.js'
import { skipLocked, sql } from './sql.js'

/**
 * Jobs of a closed tenant are paused (`paused`): claims ignore them, so their backlog costs nothing, and they
 * hold no places of limits. A job added or due later is paused as soon as a worker has claimed it. All in
 * operator scope.
 */
const paused = `state = 'paused', worker = null, lease_until = null`

/** The columns that determine a job's places. */
const places = 'name, tenant_id, gate, limit_of_name'

/** Jobs per statement. */
const most = 500

/** Pauses a job that a worker has claimed but not begun or not ended. */
export async function pauseJob(row: JobRow): Promise<void> {
  await sql(`update jobs set ${paused} where ${isHeld} returning id`, claimOf(row))
  vacate(row)
}

/** Pauses all jobs of a tenant that wait for a worker or for a place. */
export async function pauseJobsOf(tenantId: string): Promise<void> {
  for (let moved = most; moved === most;) {
    const waiting = `state in ('waiting', 'held_key', 'held_name')`
    const rows = await sql<Limited>(
      `update jobs set ${paused} where id in (
         select id from jobs where tenant_id = ? and ${waiting} limit ${most} ${skipLocked()}
       ) and ${waiting} returning ${places}`,
      [tenantId]
    )
    rows.forEach(vacate)
    moved = rows.length
  }
}

/** Tenants with paused jobs. */
export const tenantsWithPausedJobs = (): Promise<string[]> =>
  readDistinct('tenant_id', `state = 'paused'`, { behind: '', fixed: [] })

/** Queues paused jobs again, in the order of their due times. */
export async function resumeJobsOf(tenantId: string): Promise<void> {
  for (let moved = most; moved === most;) {
    const rows = await sql(
      `update jobs set state = 'scheduled' where id in (
         select id from jobs where tenant_id = ? and state = 'paused' limit ${most} ${skipLocked()}
       ) and state = 'paused' returning id`,
      [tenantId]
    )
    moved = rows.length
    if (moved > 0) announce({ kind: 'work', dueInMs: 0 })
  }
}
