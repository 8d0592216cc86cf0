import { lockSpace } from '../database/advisory_locks.js'
import { dialect } from '../database/database.js'
import { vacate, type Limited } from './limits.js'
import { present, skipLocked, sql, unhurried } from './sql.js'

/** Prolongs the leases of jobs this worker has running; returns those it still holds. */
export function prolong(
  worker: number,
  ids: string[],
  leaseMs: number
): Promise<{ id: string; token: number }[]> {
  const { part, condition } = unhurried()
  return sql(
    `with ${part} update jobs set lease_until = ${present(leaseMs)}
     where state = 'running' and worker = ? and id in (${ids.map(() => '?').join()}) and ${condition}
     returning id, token`,
    [worker, ...ids]
  )
}

/** Gives everything this worker holds back, unchanged. */
export async function release(worker: number): Promise<void> {
  await sql(
    `update jobs set state = 'waiting', worker = null, lease_until = null
     where state = 'running' and worker = ? returning id`,
    [worker]
  )
}

/**
 * Takes back what nobody works any more; `running` is what this worker does. On PostgreSQL a dead
 * process is known at once by its advisory lock, a frozen one by its lease. SQLite has one process:
 * what a former one held is free when the next starts. What is lost again waits longer and longer,
 * so that a job that takes its process down does not meet the same others each time. What a process
 * that is frozen inside a transaction has locked is left to a later look.
 */
export async function reclaim(running: string[], starting: boolean): Promise<void> {
  const dead = `not exists (
    select from pg_locks where locktype = 'advisory' and classid = ${lockSpace.worker}
    and objid = jobs.worker::oid and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()))`
  const expired = `lease_until < ${present()}`
  const lost = dialect() === 'postgres' ? `(${expired} or ${dead})` : starting ? 'true' : expired
  const lostJobs = await sql<Limited & { state: string }>(
    `update jobs set state = case when losses = 0 then 'waiting' else 'scheduled' end,
     run_at = case when losses = 0 then run_at else ${later()} end, scheduled_at = ${present()},
     worker = null, lease_until = null, losses = losses + 1
     where id in (select id from jobs where state = 'running'
       and id not in (${running.map(() => '?').join() || `''`}) and ${lost} ${skipLocked()})
     returning name, tenant_id, gate, limit_of_name, state`,
    running
  )
  for (const job of lostJobs) if (job.state === 'scheduled') vacate(job)
}

/** After the second loss a second or two, doubling from loss to loss up to a minute. */
function later(): string {
  return dialect() === 'postgres'
    ? `${present()} + interval '1 second' * least(60, power(2, losses - 1)) * (1 + random())`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', ${present()},
        '+' || (min(60, 1 << (losses - 1)) * (1 + abs(random() % 1000) / 1000.0)) || ' seconds')`
}
