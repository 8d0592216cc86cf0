import { afterCommit, isDatabaseError, transaction } from '../database/database.js'
import { driverMessage } from '../http/loggable.js'
import type { RetryPolicy } from './contract.js'
import { announce } from './announce.js'
import { claimOf, isHeld, type JobRow } from './job_row.js'
import { vacate } from './limits.js'
import { present, sql, unhurried } from './sql.js'

export const defaultRetry: RetryPolicy = { attempts: 5, delayMs: 1_000, maxDelayMs: 15 * 60_000 }

const held = `where ${isHeld} returning id`

/** One of these claims. */
const anyOf = (rows: JobRow[]) => rows.map(() => `(${isHeld})`).join(' or ')

/** Deletes jobs whose handlers have returned, all in one statement; lost ones stay with their new holder. */
export async function complete(rows: JobRow[]): Promise<void> {
  const { part, condition } = unhurried()
  await sql(
    `with ${part} delete from jobs where (${anyOf(rows)}) and ${condition} returning id`,
    rows.flatMap(claimOf)
  )
  rows.forEach(vacate)
}

/** Puts jobs back that could not be begun, as if they had not been claimed. */
export async function putBack(rows: JobRow[]): Promise<void> {
  await sql(
    `update jobs set state = 'waiting', worker = null, lease_until = null
     where ${anyOf(rows)} returning id`,
    rows.flatMap(claimOf)
  )
}

/** Why a job was set aside that the next start tries again, and no process before. */
export const unreadable =
  'Its payload or actor is no JSON object; a newer version may have added it.'

/** Keeps a job nobody here can work, visibly, until somebody can. */
export async function setAside(row: JobRow, why: string): Promise<void> {
  await sql(
    `update jobs set state = 'unknown', worker = null, lease_until = null, last_error = ?,
     failed_at = ${present()} ${held}`,
    [why, ...claimOf(row)]
  )
  vacate(row)
}

/** Puts a job whose try failed back, to be tried again after a while. */
export async function retryLater(row: JobRow, error: Error, policy: RetryPolicy): Promise<void> {
  await reschedule(row, error, backoff(policy, row.attempts + 1), 'attempts + 1')
}

/** As `retryLater`, for a try that does not count. */
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
export async function giveUp(
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

/** Doubles from try to try, with up to a quarter more at random so that retries do not come in step. */
function backoff({ delayMs, maxDelayMs }: RetryPolicy, failures: number): number {
  const delay = Math.min(maxDelayMs, delayMs * 2 ** (failures - 1))
  return Math.round(delay * (1 + Math.random() / 4))
}

/** People read it, who may not read what statements hold; PostgreSQL text holds no NUL. */
function describe(error: Error): string {
  const message = isDatabaseError(error) ? driverMessage(error.message) : error.message
  return `${error.name}: ${message}`.replaceAll('\0', '').slice(0, 2_000)
}
