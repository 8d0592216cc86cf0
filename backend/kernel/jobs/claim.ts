import { dialect } from '../database/database.js'
import { claimedColumns, type JobRow } from './job_row.js'
import { present, skipLocked, sql, unhurried } from './sql.js'

export interface ClaimRequest {
  worker: number
  leaseMs: number
  /** Jobs wanted. */
  limit: number
  /** Jobs wanted of one lane at most. */
  perLane: number
  /** Only lanes behind this one; '' for all. */
  afterLane: string
  /** Lanes that have enough running. */
  without: string[]
}

/**
 * Claims the next jobs in one statement. The lanes with waiting work are found by hopping along the
 * index, so a long backlog costs nothing, and each gives an equal share: a tenant with ten jobs
 * does not wait behind one with ten thousand.
 */
export function claim(request: ClaimRequest): Promise<JobRow[]> {
  const { worker, leaseMs, limit, perLane, afterLane, without } = request
  const postgres = dialect() === 'postgres'
  const [least, most] = postgres ? ['least', 'greatest'] : ['min', 'max']
  const marks = without.map(() => '?').join()
  const nextLane = (behind: string) =>
    postgres
      ? `next_job_lane(${behind}, array[${marks}]::text[])`
      : `(select jobs.lane from jobs where state = 'waiting' and jobs.lane > ${behind}
          and jobs.lane not in (${marks}) order by jobs.lane limit 1)`
  const share = `(select ${least}(${perLane}, ${most}(1, ${limit} / ${most}(1, count(*)))) from lanes where lane is not null)`
  const ofLane = `select id from jobs where state = 'waiting' and jobs.lane = lanes.lane
    order by jobs.lane, priority, run_at, id limit ${share} ${skipLocked()}`
  // The array leaves PostgreSQL no choice but the primary key: statistics of a table that fills and
  // empties are always wrong.
  const [chosen, isChosen] = postgres
    ? [
        `select first.id from lanes, lateral (${ofLane}) as first`,
        '= any(array(select id from chosen))',
      ]
    : [
        `select jobs.id from lanes join jobs on jobs.id in (${ofLane})`,
        'in (select id from chosen)',
      ]
  const { part, condition } = unhurried()
  return sql<JobRow>(
    `with recursive ${part}, lanes(lane, place) as (
       select ${nextLane('?')}, 1
       union all
       select ${nextLane('lanes.lane')}, place + 1 from lanes
       where lane is not null and place < ${limit}
     ), chosen as materialized (${chosen})
     update jobs
     set state = 'running', token = token + 1, worker = ${worker}, lease_until = ${present(leaseMs)}
     where id ${isChosen} and ${condition}
     returning ${claimedColumns}`,
    [afterLane, ...without, ...without]
  )
}

/** Makes scheduled jobs whose time has come claimable; true when there were any. */
export async function promoteDue(): Promise<boolean> {
  const due = await sql(
    `update jobs set state = 'waiting' where id in (
       select id from jobs where state = 'scheduled' and run_at <= ${present()}
       order by run_at limit 500 ${skipLocked()}
     ) and state = 'scheduled' returning id`
  )
  return due.length > 0
}

/** When the next scheduled job is due, in milliseconds of the epoch. */
export async function nextDue(): Promise<number> {
  const [row] = await sql<{ due: string | null }>(
    `select min(run_at) as due from jobs where state = 'scheduled'`
  )
  return row?.due ? Date.parse(row.due) : Infinity
}

/** Gives jobs that were set aside another chance now that somebody knows their name. */
export async function takeUpKnown(names: string[]): Promise<void> {
  if (names.length === 0) return
  await sql(
    `update jobs set state = 'waiting', last_error = null
     where state = 'unknown' and name in (${names.map(() => '?').join()}) returning id`,
    names
  )
}
