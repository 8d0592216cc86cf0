import { dialect } from '../database/database.js'
import type { FreeCalls } from './calls.js'
import { claimedColumns, type JobRow } from './job_row.js'
import type { Limited } from './limits.js'
import { unreadable } from './settle.js'
import { present, skipLocked, sql, unhurried } from './sql.js'
import { msUntil } from '../database/present.js'

export interface ClaimRequest {
  worker: number
  leaseMs: number
  /** Jobs wanted. */
  limit: number
  /** Jobs wanted of one tenant at most. */
  perTenant: number
  /** Only lanes behind this one; '' for all. */
  afterLane: string
  /** Tenants that have enough at work. */
  without: string[]
  calls: FreeCalls
}

/** By less a clock is not wrong. */
const toleratedMs = 2_000
/** Jobs mended with one statement. */
const mendedAtOnce = 500

/** Lanes one claim looks at. */
const lanesInSight = 1_000

/**
 * Claims the next jobs in one statement. The lanes with waiting work are found by hopping along the
 * index, so a long backlog costs nothing, and each tenant gets an equal share: one with ten jobs
 * does not wait behind one with ten thousand. Of a tenant's lanes that are open the most urgent and
 * oldest jobs come first; those behind a call that cannot be made are not touched.
 */
export async function claim(request: ClaimRequest): Promise<JobRow[]> {
  const { worker, leaseMs, limit, perTenant, afterLane, without, calls } = request
  const postgres = dialect() === 'postgres'
  const [least, most] = postgres ? ['least', 'greatest'] : ['min', 'max']
  const shut = shutTenants(without, calls)
  const room = `case ${calls.left.map(([, left]) => `when lanes.lane = ? then ${left}`).join(' ')}
    when lanes.lane like '%/%' then ${calls.perLane} else ${limit} end`
  const nextLane = (behind: string) =>
    postgres
      ? `next_job_lane(${behind})`
      : `(select jobs.lane from jobs where state = 'waiting' and jobs.lane > ${behind}
          order by jobs.lane limit 1)`
  // A tenant that is shut is passed over in one hop.
  const hopFrom = `case when ${shut.condition} then ${tenantIn('lanes.lane')} || '0' else lanes.lane end`
  const share = `(select ${least}(${perTenant}, ${most}(1, ${limit} / ${most}(1, count(distinct tenant)))) from open)`
  const ofLane = (columns: string) => `select ${columns} from jobs
    where state = 'waiting' and jobs.lane = open.lane${postgres ? ' collate "C"' : ''}
    order by jobs.lane, priority, run_at, id limit ${share} ${skipLocked()}`
  // The array leaves PostgreSQL no choice but the primary key: statistics of a table that fills and
  // empties are always wrong.
  const [headsOfEach, isChosen] = postgres
    ? [
        `open, lateral (${ofLane('id, priority, run_at')}) as head`,
        '= any(array(select id from chosen))',
      ]
    : [`open join jobs as head on head.id in (${ofLane('id')})`, 'in (select id from chosen)']
  const { part, condition } = unhurried()
  const rows = await sql<JobRow>(
    `with recursive ${part}, lanes(lane, place) as (
       select ${nextLane('?')}, 1
       union all
       select ${nextLane(hopFrom)}, place + 1 from lanes
       where lane is not null and place < ${lanesInSight + calls.left.length}
     ), open as (
       select lane, ${tenantIn('lane')} as tenant, ${room} as room from lanes
       where lane is not null and not ${shut.condition}
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
    [afterLane, ...shut.bindings, ...calls.left.map(([lane]) => lane), ...shut.bindings]
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

/** Which lanes belong to a tenant that may begin nothing, or nothing that calls. */
function shutTenants(without: string[], { none, without: shared }: FreeCalls) {
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

/** Makes some scheduled jobs whose time has come claimable, or has them line up for their places. */
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
 * Corrects jobs that were scheduled at a time that is still to come: a clock was ahead. Each waits its own delay from now
 * on, and one without a delay is due. In operator scope.
 */
export async function mendFarJobs(): Promise<void> {
  const scheduled = 'coalesce(scheduled_at, created_at)'
  const own =
    dialect() === 'postgres'
      ? `${present()} + greatest(interval '0', run_at - ${scheduled})`
      : `strftime('%Y-%m-%dT%H:%M:%fZ', julianday(${present()}) +
          max(0, julianday(run_at) - julianday(${scheduled})))`
  for (let mended = mendedAtOnce; mended === mendedAtOnce;) {
    const rows = await sql(
      `update jobs set run_at = ${own}, scheduled_at = ${present()}
       where id in (
         select id from jobs where state = 'scheduled' and ${scheduled} > ${present(toleratedMs)}
         limit ${mendedAtOnce} ${skipLocked()}
       ) and state = 'scheduled' returning id`
    )
    mended = rows.length
  }
}

/**
 * Gives jobs that were set aside another chance now that somebody knows their name. What could not
 * be read is tried again by a process that starts: it may be of a newer version.
 */
export async function takeUpKnown(names: string[], starting: boolean): Promise<void> {
  if (names.length === 0) return
  await sql(
    `update jobs set state = 'scheduled', scheduled_at = ${present()}, last_error = null, failed_at = null
     where state = 'unknown' and name in (${names.map(() => '?').join()})
     ${starting ? '' : `and coalesce(last_error, '') <> ?`} returning id`,
    starting ? names : [...names, unreadable]
  )
}
