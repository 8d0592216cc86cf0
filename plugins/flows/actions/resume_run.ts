import { clock, now, transaction } from '@crossdock/kernel/database'
import { invalid, notFound, text } from '@crossdock/kernel/http'
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
import { takeUp } from './take_up.js'

/** Answers for several waits of a run come together, and each takes back what the one before has begun. */
const gatherMs = 50

/** Why a step fails whose wait has ended so; it is not tried again. */
export interface WaitFailure extends KeptFailure {
  message: string
}

/** How the wait of a step ends. */
export interface Ending {
  /** What the step puts out. */
  value: unknown
  /** The branch in which the run goes on; absent: behind the step. */
  enter?: string
  /** Why the step fails instead. */
  fail?: WaitFailure
  /** Done in the same transaction, once it is certain that this answer is the one that counts. */
  also?: () => Promise<void>
}

/**
 * Ends the wait of a step for its token. The run goes on in a job of its own; one that is there for
 * other items of the run is taken back, and what it had begun begins again.
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

/** False when the run has got another job meanwhile: whoever locked that now could block who takes it up. */
async function resume(
  token: string,
  output: Kept,
  { enter, fail, also }: Omit<Ending, 'value'>
): Promise<boolean> {
  const waiting = () => StepResult.query().where({ token, status: 'waiting', waits_for: 'token' })
  const result = await waiting().first()
  const run = result && (await Execution.find(result.runId))
  if (!result || !run) throw nobodyWaits(token)
  // The job first, as the run itself does: two that lock in a different order could block each other.
  if (run.jobId) await cancelJob(run.jobId)
  const locked = await Execution.query()
    .where('id', run.id)
    .whereIn('status', ['started', 'running'])
    .forUpdate()
    .first()
  if (!locked) throw nobodyWaits(token)
  if (locked.jobId && locked.jobId !== run.jobId) return false
  const at = { run_id: run.id, path: result.path }
  const [ended] = await waiting()
    .where('id', result.id)
    .update(outcome(output, at, { enter, fail }))
  if (Number(ended) === 0) throw nobodyWaits(token)
  await also?.()
  await Execution.query()
    .where('id', run.id)
    .update({ job_id: await takeUp(locked, new Date(clock.now() + gatherMs)) })
  return true
}

/** As the run reads it: one that has entered a branch runs, and after a failure the run itself knows what comes. */
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

const nobodyWaits = (token: string) =>
  notFound('No run waits for "{id}": it was answered, or the run has ended.', token)
