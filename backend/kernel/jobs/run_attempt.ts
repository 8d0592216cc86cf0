import type { Logger } from '@adonisjs/core/logger'
import { databaseFault, isPassing, OutcomeUnknown } from '../database/faults.js'
import { warn } from '../database/outage.js'
import { clock } from '../ground/clock.js'
import { runInContext } from '../ground/context.js'
import { jobs, watched, type JobHappening } from '../ground/happenings.js'
import { asOperator } from '../tenancy/switch.js'
import type { Attempt } from './attempt.js'
import type { JobDefinition } from './contract.js'
import { JobTimedOut, LeaseLost, ShuttingDown, TenantClosed } from './errors.js'
import { contextOf } from './job_row.js'
import { rest } from './resting.js'
import { defaultRetry, giveUp, retryLater, tryAgain } from './settle.js'

const defaultTimeoutMs = 15 * 60_000

/** Processes a job may take down in a row, without getting any further, before it is given up. */
const maxLosses = 10

/**
 * Runs one try to its end and records a failure. True when the handler has returned and the job is
 * still to be marked as done.
 */
export function runAttempt(
  attempt: Attempt,
  definition: JobDefinition,
  logger: Logger
): Promise<boolean> {
  return watched(
    jobs,
    () => happeningOf(attempt),
    (about) => runWatched(attempt, definition, logger, about)
  )
}

function happeningOf({ id, row, attempt }: Attempt): JobHappening {
  const { name, tenant_id: tenantId, cause_id: causeId, root_id: rootId } = row
  return { name, id, tenantId, causeId, rootId, attempt, outcome: 'done' }
}

async function runWatched(
  attempt: Attempt,
  definition: JobDefinition,
  logger: Logger,
  about: JobHappening | undefined
): Promise<boolean> {
  const end = (outcome: JobHappening['outcome']) => {
    if (about) about.outcome = outcome
  }
  const context = contextOf(attempt.row)
  try {
    if (attempt.row.losses > maxLosses) {
      throw new LostTooOften(`The process died ${attempt.row.losses} times while working this job.`)
    }
    await runInContext(context, () => withTimeout(attempt, definition))
    end(attempt.ended ?? 'done')
    return !attempt.settled
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    if (attempt.signal.reason instanceof TenantClosed) {
      end('rests')
      await asOperator('the job of a closed tenant rests', () => rest(attempt.row))
      return false
    }
    end('lost')
    if (error instanceof LeaseLost || attempt.signal.reason instanceof LeaseLost) return false
    if (attempt.signal.reason instanceof ShuttingDown) return false
    end(await runInContext(context, () => fail(attempt, definition, error, logger)))
    return false
  }
}

class LostTooOften extends Error {
  override name = 'LostTooOften'
}

/** Waits no longer than allowed, even for a handler that does not mind its signal. */
async function withTimeout(attempt: Attempt, definition: JobDefinition): Promise<void> {
  const timeoutMs = definition.timeoutMs ?? defaultTimeoutMs
  const timer = clock.after(timeoutMs, () =>
    attempt.abort(new JobTimedOut(`Took longer than ${timeoutMs} ms.`))
  )
  try {
    await Promise.race([definition.handle(attempt), attempt.aborted()])
  } finally {
    timer.stop()
  }
}

async function fail(
  attempt: Attempt,
  definition: JobDefinition,
  error: Error,
  logger: Logger
): Promise<JobHappening['outcome']> {
  const { row, payload } = attempt
  const about = { job: row.name, jobId: row.id, attempt: attempt.attempt }
  if (attempt.settled) {
    logger.error({ err: error, ...about }, 'job handler failed after it had finished the job')
    return attempt.ended ?? 'done'
  }
  const policy = { ...defaultRetry, ...definition.retry }
  // A database that is away or full is not the job's fault: such a try does not count, however long it lasts.
  if (isOutage(error)) {
    warn(logger, error, 'job met a fault of the database, will be tried again', about)
    await tryAgain(row, error, policy)
    return 'retried'
  }
  if (attempt.attempt < policy.attempts && !(error instanceof LostTooOften)) {
    // Another server that is away sounds as our database does.
    logger.warn({ err: error, ...about }, 'job failed, will be tried again')
    await retryLater(row, error, policy)
    return 'retried'
  }
  logger.error({ err: error, ...about }, 'job failed for good')
  try {
    await giveUp(row, error, async () => definition.failed?.({ id: row.id, payload }, error))
  } catch (cause) {
    if (isPassing(cause)) throw cause
    // Its end must be kept all the same, or the job would be tried for ever.
    logger.error({ err: cause, ...about }, 'what follows a failed job failed itself')
    await giveUp(row, error, async () => {})
  }
  return 'failed'
}

/** Of our own database: another server that cannot be reached is what the handler failed of. */
function isOutage(error: Error): boolean {
  if (error instanceof OutcomeUnknown) return true
  return !('syscall' in error) && ['away', 'full'].includes(databaseFault(error) ?? '')
}
