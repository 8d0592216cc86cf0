import { announce } from './announce.js'
import { hop } from './hop.js'
import { claimOf, isHeld, type JobRow } from './job_row.js'
import { vacate, type Limited } from './limits.js'
import { skipLocked, sql } from './sql.js'

/**
 * Jobs of a tenant that is closed rest (`paused`): no claim looks at them, so that a backlog of theirs costs nobody anything,
 * and they hold no places of limits. What is added or falls due meanwhile rests as soon as a worker has claimed it. All in
 * operator scope.
 */
const paused = `state = 'paused', worker = null, lease_until = null`

/** What of a job tells which places it has. */
const places = 'name, tenant_id, gate, limit_of_name'

/** Jobs moved with one statement. */
const most = 500

/** Lets a job rest that a worker has claimed, and not begun or not ended. */
export async function rest(row: JobRow): Promise<void> {
  await sql(`update jobs set ${paused} where ${isHeld} returning id`, claimOf(row))
  vacate(row)
}

/** Lets all jobs of a tenant rest that wait for a worker or for a place. */
export async function restAll(tenantId: string): Promise<void> {
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

/** Tenants with jobs that rest. */
export const restingTenants = (): Promise<string[]> =>
  hop('tenant_id', `state = 'paused'`, { behind: '', fixed: [] })

/** Has what rests line up again, in the order in which it was due. */
export async function riseAll(tenantId: string): Promise<void> {
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
