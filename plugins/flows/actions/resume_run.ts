import { clock, now, transaction } from '@crossdock/kernel/database'
import { invalid, notFound, text } from '@crossdock/kernel/ground'
import { cancelJob } from '@crossdock/kernel/jobs'
import { Execution } from '../models/execution.js'
import { StepResult, type KeptFailure } from '../models/step_result.js'
import { sealed } from '../runs/sealed_result.js'
import {
  fitsIn,
  maxOutputBytes,
  secretsWith,
  storedMessage,
  storedOutput,
  type Kept,
} from '../runs/stored_output.js'
import { enqueueRun } from './enqueue_run.js'

/**
 * Delay before the run continues. Several waits of a run often end together, and each replaces the job of the
 * previous one.
 */
const gatherMs = 50

/** Why a step whose wait has ended fails. The step is not retried. */
export interface WaitFailure extends KeptFailure {
  message: string
}

/** How the wait of a step ends. */
export interface Ending {
  /** The output of the step. */
  value: unknown
  /** The branch in which the run continues; if absent, it continues after the step. */
  enter?: string
  /** The failure, if the step fails instead. */
  fail?: WaitFailure
  /** Runs in the same transaction, after the answer has been accepted. */
  also?: () => Promise<void>
}

/**
 * Ends the wait of the step with this token. The run continues in a new job. The new job replaces the run's present
 * job, and steps that were running there start again.
 * @throws Problem 404, 422
 */
export async function resumeRun(
  token: string,
  value: unknown,
  ending: Omit<Ending, 'value'> = {}
): Promise<void> {
  if (!fitsIn(value)) {
    const sentence = text('An answer may have at most {most} bytes of JSON.', {
      most: maxOutputBytes,
    })
    throw invalid('value', sentence)
  }
  const output = storedOutput(value, await secretsWith([]))
  while (!(await transaction(() => resume(token, output, ending))));
}

/**
 * Ends the wait in a transaction.
 * @returns false if the run has a different job by now; locking that job here could deadlock with its worker
 */
async function resume(
  token: string,
  output: Kept,
  { enter, fail, also }: Omit<Ending, 'value'>
): Promise<boolean> {
  const waiting = () => StepResult.query().where({ token, status: 'waiting', waits_for: 'token' })
  const result = await waiting().first()
  const run = result && (await Execution.find(result.runId))
  if (!result || !run) throw noWait(token)
  // Lock the job first, as the run itself does, because a different lock order could deadlock.
  if (run.jobId) await cancelJob(run.jobId)
  const locked = await Execution.query()
    .where('id', run.id)
    .whereIn('status', ['started', 'running'])
    .forUpdate()
    .first()
  if (!locked) throw noWait(token)
  if (locked.jobId && locked.jobId !== run.jobId) return false
  const at = { run_id: run.id, path: result.path }
  const [ended] = await waiting()
    .where('id', result.id)
    .update(outcome(output, at, { enter, fail }))
  if (Number(ended) === 0) throw noWait(token)
  await also?.()
  await Execution.query()
    .where('id', run.id)
    .update({ job_id: await enqueueRun(locked, new Date(clock.now() + gatherMs)) })
  return true
}

/**
 * Returns the columns of the result. A step that has entered a branch is running. After a failure, the run
 * decides what follows.
 */
function outcome(
  output: Kept,
  at: { run_id: string; path: string },
  { enter, fail }: Pick<Ending, 'enter' | 'fail'>
) {
  if (fail) {
    const { message, family, status } = fail
    return {
      waits_for: 'failure',
      error_message: storedMessage(message),
      failure: JSON.stringify({ family, status }),
      next_try_at: null,
    }
  }
  const ended =
    enter === undefined
      ? ({ status: 'completed', completed_at: now() } as const)
      : ({ status: 'running', waits_for: null, branch: enter, items: null, parallel: 1 } as const)
  return {
    ...ended,
    output: JSON.stringify(output.shown),
    sealed: output.value === output.shown ? null : sealed(at, { output, entry: null }),
    next_try_at: null,
  }
}

const noWait = (token: string) =>
  notFound('No run waits for "{id}": it was answered, or the run has ended.', token)
