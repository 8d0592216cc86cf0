import { afterCommit, transaction } from '../database/database.js'
import { isDatabaseError } from '../ground/database_error.js'
import { driverMessage } from '../ground/loggable.js'
import type { RetryPolicy } from './contract.js'
import { announce } from './announce.js'
import { claimOf, isHeld, type JobRow } from './job_row.js'
import { vacate } from './limits.js'
import { present, sql, asyncCommit } from './sql.js'

export const defaultRetry: RetryPolicy = { attempts: 5, delayMs: 1_000, maxDelayMs: 15 * 60_000 }

const held = `where ${isHeld} returning id`

/** Matches any of these claims. */
const anyOf = (rows: JobRow[]) => rows.map(() => `(${isHeld})`).join(' or ')

/** Deletes jobs whose handlers have returned, in one statement; lost ones stay with their new holder. */
export async function complete(rows: JobRow[]): Promise<void> {
  const { part, condition } = asyncCommit()
  await sql(
    `with ${part} delete from jobs where (${anyOf(rows)}) and ${condition} returning id`,
    rows.flatMap(claimOf)
  )
  rows.forEach(vacate)
}

/** Returns claimed jobs that could not begin, unchanged. */
export async function putBack(rows: JobRow[]): Promise<void> {
  await sql(
    `update jobs set state = 'waiting', worker = null, lease_until = null
     where ${anyOf(rows)} returning id`,
    rows.flatMap(claimOf)
  )
}

/** The reason stored with jobs that only the next start tries again. */
export const unreadable =
  'Its payload or actor is not a JSON object; a newer version may have added it.'

/** Keeps a job that cannot be handled here, as unknown, until a process can handle it. */
export async function keepUnknown(row: JobRow, why: string): Promise<void> {
  await sql(
    `update jobs set state = 'unknown', worker = null, lease_until = null, last_error = ?,
     failed_at = ${present()} ${held}`,
    [why, ...claimOf(row)]
  )
  vacate(row)
}

/** Reschedules a job after a failed attempt. */
export async function retryLater(row: JobRow, error: Error, policy: RetryPolicy): Promise<void> {
  await reschedule(row, error, backoff(policy, row.attempts + 1), 'attempts + 1')
}

/** Like `retryLater`, for an attempt that does not count. */
export async function tryAgain(row: JobRow, error: Error, policy: RetryPolicy): Promise<void> {
  await reschedule(row, error, backoff(policy, 1), 'attempts')
}

async function reschedule(
  row: JobRow,
  error: Error,
  waitMs: number,
  attempts: 'attempts' | 'attempts + 1'
): Promise<void> {
  await transaction(async () => {
    await sql(
      `update jobs set state = 'scheduled', run_at = ${present(waitMs)},
       scheduled_at = ${present()}, worker = null,
       lease_until = null, attempts = ${attempts}, last_error = ? ${held}`,
      [describe(error), ...claimOf(row)]
    )
    afterCommit(() => vacate(row))
    afterCommit(() => announce({ kind: 'work', dueInMs: waitMs }))
  })
}

/** Marks a job as finally failed and runs `failed` in the same transaction. */
export async function failFinally(
  row: JobRow,
  error: Error,
  failed: () => Promise<void>
): Promise<void> {
  await transaction(async () => {
    const kept = await sql(
      `update jobs set state = 'failed', worker = null, lease_until = null,
       attempts = attempts + 1, last_error = ?, failed_at = ${present()} ${held}`,
      [describe(error), ...claimOf(row)]
    )
    if (kept.length === 0) return
    afterCommit(() => vacate(row))
    await failed()
  })
}

/** Doubles per attempt, with up to a quarter more at random, so that retries do not run in step. */
function backoff({ delayMs, maxDelayMs }: RetryPolicy, failures: number): number {
  const delay = Math.min(maxDelayMs, delayMs * 2 ** (failures - 1))
  return Math.round(delay * (1 + Math.random() / 4))
}

/** Shown to people, so it hides the values of statements; PostgreSQL text cannot hold NUL. */
function describe(error: Error): string {
  const message = isDatabaseError(error) ? driverMessage(error.message) : error.message
  return `${error.name}: ${message}`.replaceAll('\0', '').slice(0, 2_000)
}
