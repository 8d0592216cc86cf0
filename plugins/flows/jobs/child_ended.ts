import { Problem } from '@crossdock/kernel/ground'
import { defineJob } from '@crossdock/kernel/jobs'
import { resumeRun } from '../actions/resume_run.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { lastOutput } from '../queries/answer_of_run.js'
import { fitsIn } from '../runs/stored_output.js'
import { childEnded } from '../job_refs.js'

/** Ends the wait of a parent run when its child run has ended. */
export const ended = defineJob(childEnded, {
  retry: { attempts: 80, delayMs: 1_000, maxDelayMs: 60 * 60_000 },
  async handle({ payload }) {
    const run = await Execution.find(payload.runId)
    if (!run?.parentToken) return
    await endParentWait(run, run.parentToken).catch(ignoreIfOver)
  },
})

async function endParentWait(run: Execution, token: string): Promise<void> {
  const { status, flowName, executionId, errorMessage } = run
  if (status === 'completed') {
    const output = await lastOutput(run.id)
    if (fitsIn(output)) return resumeRun(token, output)
    const message = `The output of workflow ${flowName} is too large to pass on.`
    return resumeRun(token, null, { fail: { message, family: 'invalid', status: null } })
  }
  // The child was resumed. Its next end notifies the parent.
  if (status !== 'failed' && status !== 'cancelled') return
  const why = status === 'failed' ? (errorMessage ?? 'It failed.') : 'It was cancelled.'
  const message = `Workflow ${flowName} (run ${executionId.slice(0, 8)}): ${why}`
  const failed = await StepResult.query()
    .where({ run_id: run.id, status: 'failed' })
    .whereNotNull('failure')
    .orderBy('completed_at', 'desc')
    .first()
  const { family, status: answered } = failed?.failure ?? { family: 'internal', status: null }
  await resumeRun(token, null, { fail: { message, family, status: answered } })
}

/** Ignores the error if the waiting run was canceled, or has failed elsewhere. */
function ignoreIfOver(error: unknown): void {
  if (!(error instanceof Problem && error.status === 404)) throw error
}
