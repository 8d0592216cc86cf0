import { databaseFault, isPassing } from '@crossdock/kernel/database'
import { english, loggable, Problem, text } from '@crossdock/kernel/ground'
import { JobTimedOut, LeaseLost, ShuttingDown } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import type { PlannedOperation, SideName } from '@crossdock/sync-engine'
import { EndpointError } from '../contracts/index.js'
import type { Carrying } from './carrying.js'
import { PassStopped, PassWaits, PlanOutdated } from './pass_stopped.js'
import { skipForNow } from './rows.js'

/**
 * Number of times that the state of a path may differ from the plan. After that it counts as a failure, so that
 * a pass ends.
 */
const mostStale = 3

const retryMs = 60_000

type Failed = Pick<PlannedOperation, 'path'> & { side: SideName }

/** Decides about failed operations: plan again, skip for a while, or end the pass. */
export class Failures {
  count = 0

  constructor(private readonly pass: Pick<Carrying, 'job' | 'commit' | 'held' | 'stale'>) {}

  /**
   * Decides about one failed operation.
   * @throws errors that end the pass
   */
  async take({ path, side }: Failed, error: unknown): Promise<'stale' | 'failed'> {
    this.pass.job.signal.throwIfAborted()
    assertFileError(error)
    if (isStale(error)) {
      const times = (this.pass.stale.get(path) ?? 0) + 1
      this.pass.stale.set(path, times)
      if (times < mostStale) return 'stale'
    }
    const { code, message } = describe(error)
    const { commit, held } = this.pass
    const failed = { path, side, code, message }
    const parked = await commit(({ id }) => skipForNow(id, failed, held.get(path)))
    // The next plans skip the file.
    held.set(path, parked)
    this.count++
    return 'failed'
  }
}

/**
 * Checks that a single file caused the error.
 * @throws all other errors
 */
function assertFileError(error: unknown): void {
  const isOver = [LeaseLost, ShuttingDown, JobTimedOut, PlanOutdated, PassStopped, PassWaits].some(
    (type) => error instanceof type
  )
  if (isOver || isPassing(error) || databaseFault(error)) throw error
  if (error instanceof Problem && error.status === 503) throw error
  if (!(error instanceof EndpointError)) return
  if (error.code === 'unreachable' || error.code === 'refused') throw endOfPass(error)
}

/** Codes of errors that a person must fix; others may be temporary. */
const forPeople = new Set<EndpointError['code']>(['refused', 'denied', 'too_many', 'name'])

/** Returns how a pass ends if an external system cannot be read or reached. */
export function endOfPass({ code, message }: EndpointError): PassStopped | PassWaits {
  const why = text('{message}', { message })
  return forPeople.has(code) ? new PassStopped(why) : new PassWaits(why, retryMs)
}

function isStale(error: unknown): boolean {
  if (error instanceof EndpointError)
    return ['stale', 'missing', 'exists', 'not_empty'].includes(error.code)
  if (!(error instanceof Problem)) return false
  // A person or another contract has changed or added something there.
  const isOther = ['E_NOT_EMPTY', 'E_NAME_TAKEN'].includes(error.code)
  return isOther || error.status === 412 || error.status === 404
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof EndpointError) return { code: error.code, message: error.message }
  if (error instanceof Problem && (error.status < 500 || error.status === 507)) {
    return { code: error.code, message: english(error.text) }
  }
  logger.use().error({ err: loggable(error as Error) }, 'a file cannot be synced; others are')
  return { code: 'E_UNKNOWN', message: 'An error occurred on the server. The file is tried again.' }
}
