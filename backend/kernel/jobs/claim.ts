import { dialect } from '../database/database.js'
import type { FreeCalls } from './calls.js'
import { claimedColumns, type JobRow } from './job_row.js'
import type { Limited } from './limits.js'
import { unreadable } from './settle.js'
import { present, skipLocked, sql, asyncCommit } from './sql.js'
import { msUntil } from '../database/rows/present.js'

export interface ClaimRequest {
  worker: number
  leaseMs: number
  /** Number of jobs wanted. */
  limit: number
  /** Jobs wanted per tenant, at most. */
  perTenant: number
  /** Only lanes after this one; '' for all. */
  afterLane: string
  /** Tenants that already use their share. */
  without: string[]
  calls: FreeCalls
}

/** A smaller difference does not mean that a clock was wrong. */
const toleratedMs = 2_000
/** Jobs corrected per statement. */
const fixedPerStatement = 500

/** Lanes per claim. */
const lanesPerClaim = 1_000

/**
 * Claims the next jobs in one statement. It reads the lanes with waiting jobs one after the other along the
 * index, so a long backlog costs nothing. Each tenant gets an equal share: a tenant with ten jobs does not
 * wait behind a tenant with ten thousand. Within a tenant's open lanes, the most urgent and oldest jobs come
 * first. Jobs that wait for a call slot are skipped.
 */
export async function claim(request: ClaimRequest): Promise<JobRow[]> {
  const { worker, leaseMs, limit, perTenant, afterLane, without, calls } = request
  const postgres = dialect() === 'postgres'
  const [least, most] = postgres ? ['least', 'greatest'] : ['min', 'max']
  const excluded = excludedTenants(without, calls)
  const room = `case ${calls.left.map(([, left]) => `when lanes.lane = ? then ${left}`).join(' ')}
    when lanes.lane like '%/%' then ${calls.perLane} else ${limit} end`
  const nextLane = (behind: string) =>
    postgres
      ? `next_job_lane(${behind})`
      : `(select jobs.lane from jobs where state = 'waiting' and jobs.lane > ${behind}
          order by jobs.lane limit 1)`
  // A blocked tenant is skipped in one hop.
  const hopFrom = `case when ${excluded.condition} then ${tenantIn('lanes.lane')} || '0' else lanes.lane end`
  const share = `(select ${least}(${perTenant}, ${most}(1, ${limit} / ${most}(1, count(distinct tenant)))) from open)`
  const ofLane = (columns: string) => `select ${columns} from jobs
    where state = 'waiting' and jobs.lane = open.lane${postgres ? ' collate "C"' : ''}
    order by jobs.lane, priority, run_at, id limit ${share} ${skipLocked()}`
  // The array forces PostgreSQL to use the primary key. Its statistics of a table that fills and empties are
  // always wrong.
  const [headsOfEach, isChosen] = postgres
    ? [
        `open, lateral (${ofLane('id, priority, run_at')}) as head`,
        '= any(array(select id from chosen))',
      ]
    : [`open join jobs as head on head.id in (${ofLane('id')})`, 'in (select id from chosen)']
  const { part, condition } = asyncCommit()
  const rows = await sql<JobRow>(
    `with recursive ${part}, lanes(lane, place) as (
       select ${nextLane('?')}, 1
       union all
       select ${nextLane(hopFrom)}, place + 1 from lanes
       where lane is not null and place < ${lanesPerClaim + calls.left.length}
     ), open as (
       select lane, ${tenantIn('lane')} as tenant, ${room} as room from lanes
       where lane is not null and not ${excluded.condition}
     ), heads as (
       select head.id, tenant, priority, run_at, room, row_number() over (
         partition by open.lane order by priority, run_at, head.id) as place
       from ${headsOfEach}
     ), ranked as (
       select id, tenant, row_number() over (
         partition by tenant order by priority, run_at, id) as turn
       from heads where place <= room
     ), chosen as materialized (
       select id from ranked where turn <= ${share} order by turn, tenant limit ${limit}
     )
     update jobs
     set state = 'running', token = token + 1, worker = ${worker}, lease_until = ${present(leaseMs)}
     where id ${isChosen} and ${condition}
     returning ${claimedColumns}`,
    [afterLane, ...excluded.bindings, ...calls.left.map(([lane]) => lane), ...excluded.bindings]
  )
  return rows.sort(inOrder)
}

/** The database returns them in any order. */
function inOrder(one: JobRow, other: JobRow): number {
  return (
    one.priority - other.priority ||
    one.run_at.localeCompare(other.run_at) ||
    one.id.localeCompare(other.id)
  )
}

/** The tenant of a lane (see lane.ts). */
function tenantIn(lane: string): string {
  return dialect() === 'postgres'
    ? `split_part(${lane}, '/', 1)`
    : `substr(${lane}, 1, instr(${lane} || '/', '/') - 1)`
}

function marks(list: string[]): string {
  return list.map(() => '?').join()
}

/** SQL that matches the lanes of tenants that may begin no job, or no job with a call. */
function excludedTenants(without: string[], { none, without: shared }: FreeCalls) {
  const among = (list: string[]) => `${tenantIn('lanes.lane')} in (${marks(list)})`
  const calling = `lanes.lane like '%/%'`
  const conditions = [
    ...(without.length > 0 ? [among(without)] : []),
    ...(none ? [calling] : shared.length > 0 ? [`${calling} and ${among(shared)}`] : []),
  ]
  return {
    condition: `(${conditions.map((one) => `(${one})`).join(' or ') || 'false'})`,
    bindings: [...without, ...(none ? [] : shared)],
  }
}

/** Makes some due scheduled jobs claimable, or queues them for their places. */
export function promoteDue(): Promise<Limited[]> {
  return sql(
    `update jobs set state = case when gate is not null then 'held_key'
       when limit_of_name is not null then 'held_name' else 'waiting' end
     where id in (
       select id from jobs where state = 'scheduled' and run_at <= ${present()}
       order by run_at limit 500 ${skipLocked()}
     ) and state = 'scheduled' returning name, tenant_id, gate, limit_of_name`
  )
}

/** Milliseconds until the next scheduled job is due by the database's clock; Infinity without any. */
export async function untilNextDue(): Promise<number> {
  const [row] = await sql<{ due: number | null }>(
    `select ${msUntil('min(run_at)')} as due from jobs where state = 'scheduled'`
  )
  return (row?.due ?? null) === null ? Infinity : Math.max(0, Number(row!.due))
}

/**
 * Corrects jobs whose scheduling time is in the future: a clock was ahead. Each waits its own delay from now
 * on; one without a delay is due. In operator scope.
 */
export async function fixFarJobs(): Promise<void> {
  const scheduled = 'coalesce(scheduled_at, created_at)'
  const own =
    dialect() === 'postgres'
      ? `${present()} + greatest(interval '0', run_at - ${scheduled})`
      : `strftime('%Y-%m-%dT%H:%M:%fZ', julianday(${present()}) +
          max(0, julianday(run_at) - julianday(${scheduled})))`
  for (let fixed = fixedPerStatement; fixed === fixedPerStatement;) {
    const rows = await sql(
      `update jobs set run_at = ${own}, scheduled_at = ${present()}
       where id in (
         select id from jobs where state = 'scheduled' and ${scheduled} > ${present(toleratedMs)}
         limit ${fixedPerStatement} ${skipLocked()}
       ) and state = 'scheduled' returning id`
    )
    fixed = rows.length
  }
}

/**
 * Reactivates unknown jobs once a plugin handles jobs of their name. Unreadable jobs are tried again only by a
 * starting process, which may have a newer version.
 */
export async function reactivateKnown(names: string[], starting: boolean): Promise<void> {
  if (names.length === 0) return
  await sql(
    `update jobs set state = 'scheduled', scheduled_at = ${present()}, last_error = null, failed_at = null
     where state = 'unknown' and name in (${names.map(() => '?').join()})
     ${starting ? '' : `and coalesce(last_error, '') <> ?`} returning id`,
    starting ? names : [...names, unreadable]
  )
}
