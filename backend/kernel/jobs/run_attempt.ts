import type { Logger } from '@adonisjs/core/logger'
import { databaseFault, isPassing, OutcomeUnknown } from '../database/faults.js'
import { warn } from '../database/connections/outage.js'
import { clock } from '../ground/clock.js'
import { runInContext } from '../ground/context.js'
import { jobs, watched, type JobHappening } from '../ground/happenings.js'
import { asOperator } from '../tenancy/switch.js'
import type { Attempt } from './attempt.js'
import type { JobDefinition } from './contract.js'
import { JobTimedOut, LeaseLost, ShuttingDown, TenantClosed } from './errors.js'
import { contextOf } from './job_row.js'
import { pauseJob } from './resting.js'
import { defaultRetry, failFinally, retryLater, tryAgain } from './settle.js'

const defaultTimeoutMs = 15 * 60_000

/** Consecutive process deaths without progress before a job is given up. */
const maxLosses = 10

/**
 * Runs one attempt to its end and records a failure.
 * @returns whether the handler has returned and the job must still be marked as done
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
      throw new LostTooOften(`The process died ${attempt.row.losses} times while this job ran.`)
    }
    await runInContext(context, () => withTimeout(attempt, definition))
    end(attempt.ended ?? 'done')
    return !attempt.settled
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    if (attempt.signal.reason instanceof TenantClosed) {
      end('rests')
      await asOperator('the job of a closed tenant is paused', () => pauseJob(attempt.row))
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

/** Waits no longer than allowed, even if the handler ignores its signal. */
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
  // A database that is unreachable or full is not the job's fault: the attempt does not count, however long it
  // lasts.
  if (isOutage(error)) {
    warn(logger, error, 'job failed because of the database and will be retried', about)
    await tryAgain(row, error, policy)
    return 'retried'
  }
  if (attempt.attempt < policy.attempts && !(error instanceof LostTooOften)) {
    // An unreachable remote server can look like a database outage.
    logger.warn({ err: error, ...about }, 'job failed and will be retried')
    await retryLater(row, error, policy)
    return 'retried'
  }
  logger.error({ err: error, ...about }, 'job failed permanently')
  try {
    await failFinally(row, error, async () => definition.failed?.({ id: row.id, payload }, error))
  } catch (cause) {
    if (isPassing(cause)) throw cause
    // Record the failure anyway, or the job would be retried forever.
    logger.error({ err: cause, ...about }, 'the failure handler of a job failed')
    await failFinally(row, error, async () => {})
  }
  return 'failed'
}

/** Only Crossdock's own database: an unreachable remote server is a failure of the job. */
function isOutage(error: Error): boolean {
  if (error instanceof OutcomeUnknown) return true
  return !('syscall' in error) && ['away', 'full'].includes(databaseFault(error) ?? '')
}
