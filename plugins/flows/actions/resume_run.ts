import { clock, now, transaction } from '@crossdock/kernel/database'
import { invalid, notFound, text } from '@crossdock/kernel/http'
import { cancelJob } from '@crossdock/kernel/jobs'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { fitsIn, maxOutputBytes, storedOutput } from '../runs/stored_output.js'
import { takeUp } from './take_up.js'

/** Answers for several waits of a run come together, and each takes back what the one before has begun. */
const gatherMs = 50

/**
 * Ends the wait of a step for its token. The run goes on in a job of its own; one that is there for
 * other items of the run is taken back, and what it had begun begins again.
 * @throws Problem 404, 422
 */
export async function resumeRun(token: string, value: unknown): Promise<void> {
  if (!fitsIn(value)) {
    const sentence = text('An answer may have at most {most} bytes of JSON.', {
      most: maxOutputBytes,
    })
    throw invalid('value', sentence)
  }
  while (!(await transaction(() => resume(token, value))));
}

/** False when the run has got another job meanwhile: whoever locked that now could block who takes it up. */
async function resume(token: string, value: unknown): Promise<boolean> {
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
  const [ended] = await waiting()
    .where('id', result.id)
    .update({
      status: 'completed',
      output: JSON.stringify(storedOutput(value, [])),
      completed_at: now(),
    })
  if (Number(ended) === 0) throw nobodyWaits(token)
  await Execution.query()
    .where('id', run.id)
    .update({ job_id: await takeUp(locked, new Date(clock.now() + gatherMs)) })
  return true
}

const nobodyWaits = (token: string) =>
  notFound('No run waits for "{id}": it was answered, or the run has ended.', token)
