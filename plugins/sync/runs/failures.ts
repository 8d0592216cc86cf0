import { databaseFault, isPassing } from '@crossdock/kernel/database'
import { english, loggable, Problem, text } from '@crossdock/kernel/http'
import { JobTimedOut, LeaseLost, ShuttingDown } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import type { PlannedOperation, SideName } from '@crossdock/sync-engine'
import { EndpointError } from '../contracts/index.js'
import type { Carrying } from './carrying.js'
import { PassStopped, PassWaits, PlanOutdated } from './pass_stopped.js'
import { hold } from './rows.js'

/** An end that is found other than planned again and again counts as a failure: a pass comes to an end. */
const mostStale = 3

const retryMs = 60_000

type Failed = Pick<PlannedOperation, 'path'> & { side: SideName }

/** Decides what becomes of operations that failed: planned again, left alone for a while, or the end of the pass. */
export class Failures {
  count = 0

  constructor(private readonly pass: Pick<Carrying, 'job' | 'commit' | 'held' | 'stale'>) {}

  /** @throws what ends the pass */
  async take({ path, side }: Failed, error: unknown): Promise<'stale' | 'failed'> {
    this.pass.job.signal.throwIfAborted()
    assertGoesOn(error)
    if (isStale(error)) {
      const times = (this.pass.stale.get(path) ?? 0) + 1
      this.pass.stale.set(path, times)
      if (times < mostStale) return 'stale'
    }
    const { code, message } = wordsOf(error)
    const { commit, held } = this.pass
    const failed = { path, side, code, message }
    const parked = await commit(({ id }) => hold(id, failed, held.get(path)))
    // It is left alone from the next plan on.
    held.set(path, parked)
    this.count++
    return 'failed'
  }
}

/** @throws what no single file is to blame for */
function assertGoesOn(error: unknown): void {
  const isOver = [LeaseLost, ShuttingDown, JobTimedOut, PlanOutdated, PassStopped, PassWaits].some(
    (type) => error instanceof type
  )
  if (isOver || isPassing(error) || databaseFault(error)) throw error
  if (error instanceof Problem && error.status === 503) throw error
  if (!(error instanceof EndpointError)) return
  if (error.code === 'unreachable' || error.code === 'refused') throw endOfPass(error)
}

/** Codes of what a person has to put right; anything else may pass by itself. */
const forPeople = new Set<EndpointError['code']>(['refused', 'denied', 'too_many', 'name'])

/** How a pass ends that cannot look at an external system, or reach it any more. */
export function endOfPass({ code, message }: EndpointError): PassStopped | PassWaits {
  const why = text('{message}', { message })
  return forPeople.has(code) ? new PassStopped(why) : new PassWaits(why, retryMs)
}

function isStale(error: unknown): boolean {
  if (error instanceof EndpointError)
    return ['stale', 'missing', 'exists', 'not_empty'].includes(error.code)
  if (!(error instanceof Problem)) return false
  // A person or another contract was there first, or put something in.
  const isOther = ['E_NOT_EMPTY', 'E_NAME_TAKEN'].includes(error.code)
  return isOther || error.status === 412 || error.status === 404
}

function wordsOf(error: unknown): { code: string; message: string } {
  if (error instanceof EndpointError) return { code: error.code, message: error.message }
  if (error instanceof Problem && (error.status < 500 || error.status === 507)) {
    return { code: error.code, message: english(error.text) }
  }
  logger.use().error({ err: loggable(error as Error) }, 'a file cannot be synced; others are')
  return { code: 'E_UNKNOWN', message: 'Something went wrong on the server. It is tried again.' }
}
