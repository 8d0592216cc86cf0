import { lockSpace } from '../database/advisory_locks.js'
import { dialect } from '../database/database.js'
import { vacate, type Limited } from './limits.js'
import { present, skipLocked, sql, asyncCommit } from './sql.js'

/** Extends the leases of this worker's running jobs; returns those it still holds. */
export function extendLeases(
  worker: number,
  ids: string[],
  leaseMs: number
): Promise<{ id: string; token: number }[]> {
  const { part, condition } = asyncCommit()
  return sql(
    `with ${part} update jobs set lease_until = ${present(leaseMs)}
     where state = 'running' and worker = ? and id in (${ids.map(() => '?').join()}) and ${condition}
     returning id, token`,
    [worker, ...ids]
  )
}

/** Returns all jobs this worker holds, unchanged. */
export async function releaseJobs(worker: number): Promise<void> {
  await sql(
    `update jobs set state = 'waiting', worker = null, lease_until = null
     where state = 'running' and worker = ? returning id`,
    [worker]
  )
}

/**
 * Takes back jobs whose worker is gone; `running` lists this worker's own. On PostgreSQL a dead process is
 * detected by its advisory lock, a frozen one by its lease. SQLite has one process: jobs of a former one are
 * free at the next start. Each further loss waits longer, so that a job that ends its process does not hit the
 * same other jobs each time. Rows locked by a process frozen inside a transaction are left to a later run.
 */
export async function reclaimJobs(running: string[], starting: boolean): Promise<void> {
  const dead = `not exists (
    select from pg_locks where locktype = 'advisory' and classid = ${lockSpace.worker}
    and objid = jobs.worker::oid and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()))`
  const expired = `lease_until < ${present()}`
  const lost = dialect() === 'postgres' ? `(${expired} or ${dead})` : starting ? 'true' : expired
  const lostJobs = await sql<Limited & { state: string }>(
    `update jobs set state = case when losses = 0 then 'waiting' else 'scheduled' end,
     run_at = case when losses = 0 then run_at else ${delayAfterLoss()} end, scheduled_at = ${present()},
     worker = null, lease_until = null, losses = losses + 1
     where id in (select id from jobs where state = 'running'
       and id not in (${running.map(() => '?').join() || `''`}) and ${lost} ${skipLocked()})
     returning name, tenant_id, gate, limit_of_name, state`,
    running
  )
  for (const job of lostJobs) if (job.state === 'scheduled') vacate(job)
}

/** After the second loss one or two seconds, doubling per loss up to a minute. */
function delayAfterLoss(): string {
  return dialect() === 'postgres'
    ? `${present()} + interval '1 second' * least(60, power(2, losses - 1)) * (1 + random())`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', ${present()},
        '+' || (min(60, 1 << (losses - 1)) * (1 + abs(random() % 1000) / 1000.0)) || ' seconds')`
}
