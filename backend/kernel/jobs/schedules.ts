import type { Logger } from '@adonisjs/core/logger'
import { afterCommit, transaction } from '../database/database.js'
import { parseObject } from '../json/index.js'
import { nextTime } from './cron.js'
import { enqueue } from './enqueue.js'
import { jobRef, type Schedule } from './reference.js'
import { dbNow, present, skipLocked, sql } from './sql.js'

/** Recurring work is not urgent: it comes last among jobs without a tenant. */
const priority = 9

/** Delay before an unreadable schedule is checked again. */
const unreadableMs = 60 * 60_000

interface Row {
  name: string
  cron: string
  time_zone: string
  job: string
  payload: string
  next_at: string
  skipped: number
  now: string
}

/**
 * Updates the table to the schedules of the installed plugins, in operator scope. A schedule with changed times
 * gets a new due time; the others keep theirs.
 */
export async function declareSchedules(schedules: readonly Schedule[]): Promise<void> {
  await transaction(async () => {
    await upsert(
      schedules,
      `update set job = excluded.job, payload = excluded.payload, cron = excluded.cron,
       time_zone = excluded.time_zone, next_at = case
         when job_schedules.cron = excluded.cron and job_schedules.time_zone = excluded.time_zone
         then job_schedules.next_at else excluded.next_at end`
    )
    const names = schedules.map(({ name }) => name)
    await sql(
      `delete from job_schedules where name not in (${names.map(() => '?').join() || `''`}) returning name`,
      names
    )
  })
}

/** Restores schedules that a process of an older version deleted as unknown. */
export async function restoreSchedules(schedules: readonly Schedule[]): Promise<void> {
  const rows = await sql<{ name: string }>('select name from job_schedules')
  const known = new Set(rows.map(({ name }) => name))
  const missing = schedules.filter(({ name }) => !known.has(name))
  if (missing.length > 0) await transaction(() => upsert(missing, 'nothing'))
}

/** Corrects schedules whose stored time is later than their next time: a clock was ahead. In operator scope. */
export async function fixFarSchedules(): Promise<void> {
  const rows = await sql<Row>(
    `select name, cron, time_zone, next_at, ${present()} as now from job_schedules`
  )
  for (const row of rows) {
    const next = following(row)
    if (!next || Date.parse(row.next_at) <= next.getTime()) continue
    await sql(
      `update job_schedules set next_at = ?
       where name = ? and cron = ? and time_zone = ? and next_at > ? returning name`,
      [next.toISOString(), row.name, row.cron, row.time_zone, next.toISOString()]
    )
  }
}

async function upsert(schedules: readonly Schedule[], onConflict: string): Promise<void> {
  const now = await dbNow()
  // A fixed order prevents deadlocks of processes that start together.
  for (const one of [...schedules].sort((a, b) => a.name.localeCompare(b.name))) {
    const { name, cron, timeZone = 'UTC' } = one
    await sql(
      `insert into job_schedules (name, cron, time_zone, job, payload, next_at)
       values (?, ?, ?, ?, ?, ?) on conflict (name) do ${onConflict} returning name`,
      [
        name,
        cron,
        timeZone,
        one.job.name,
        JSON.stringify(one.payload),
        nextTime(cron, timeZone, now).toISOString(),
      ]
    )
  }
}

/**
 * Adds the jobs of all due schedules, in operator scope. The row is locked until job and next time are
 * committed together, so each due time counts once however many processes check.
 */
export async function startDue(schedules: readonly Schedule[], logger: Logger): Promise<void> {
  while (await transaction(() => startNext(schedules, logger)));
}

async function startNext(schedules: readonly Schedule[], logger: Logger): Promise<boolean> {
  const [row] = await sql<Row>(
    `select name, cron, time_zone, job, payload, next_at, skipped, ${present()} as now
     from job_schedules where next_at <= ${present()} order by next_at limit 1 ${skipLocked()}`
  )
  if (!row) return false
  const about = { schedule: row.name, job: row.job, due: row.next_at }
  // By the database's clock, like the due times, so that no time comes twice when clocks differ.
  const next = following(row)
  if (!next) {
    logger.warn(about, 'schedule skipped: it cannot be read, a newer version may have written it')
    await sql(
      `update job_schedules set next_at = ${present(unreadableMs)} where name = ? returning name`,
      [row.name]
    )
    return true
  }
  // Use the declared job with its limits, unless another version declared the schedule.
  const known = schedules.find(({ job }) => job.name === row.job)
  const id = await enqueue(known?.job ?? jobRef(row.job), parseObject(row.payload) ?? {}, {
    uniqueKey: row.name,
    priority,
  })
  const outcome = id ? `skipped = 0, last_at = ${present()}` : 'skipped = skipped + 1'
  await sql(`update job_schedules set ${outcome}, next_at = ? where name = ? returning name`, [
    next.toISOString(),
    row.name,
  ])
  // Log once per series of skips.
  if (!id && row.skipped === 0) {
    afterCommit(() => logger.warn(about, 'schedule skipped: its last job is not done yet'))
  }
  return true
}

function following({ cron, time_zone, now }: Row): Date | undefined {
  try {
    return nextTime(cron, time_zone, new Date(now))
  } catch {
    return undefined
  }
}

/** Milliseconds until the next schedule is due by the database's clock; Infinity without any. */
export async function untilNextSchedule(): Promise<number> {
  const [row] = await sql<{ next: string | null; now: string }>(
    `select min(next_at) as next, ${present()} as now from job_schedules`
  )
  return row?.next ? Date.parse(row.next) - Date.parse(row.now) : Infinity
}

/** A schedule as shown to the operator. */
export interface StoredSchedule {
  name: string
  cron: string
  timeZone: string
  job: string
  nextAt: string
  /** When its job was last added; null: never. */
  lastAt: string | null
  /** Times skipped since then, because that job was not done. */
  skipped: number
}

/** All schedules by name, in operator scope. */
export async function listSchedules(): Promise<StoredSchedule[]> {
  return await sql<StoredSchedule>(
    `select name, cron, time_zone as "timeZone", job, next_at as "nextAt", last_at as "lastAt",
     skipped from job_schedules order by name`
  )
}
