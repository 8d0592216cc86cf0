import { defineJob } from '@crossdock/kernel/jobs'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { stepsOf } from '../queries/versions.js'
import { Checkpoints } from '../runs/checkpoints.js'
import { FlowRun } from '../runs/flow_run.js'
import { recordFailed } from '../runs/record_progress.js'
import { storedMessage } from '../runs/stored_output.js'
import { tellable } from '../runs/try_step.js'
import { end } from './end_runs.js'
import { match } from './match_triggers.js'
import { runFlow } from './names.js'

const day = 24 * 60 * 60_000

/** Works one run; steps have their own retries and timeouts, these are for trouble of ours. */
const run = defineJob(runFlow, {
  timeoutMs: day,
  // A run is retried at the step that failed.
  retryable: false,
  retry: { attempts: 20, delayMs: 1_000, maxDelayMs: 60_000 },
  async handle(job) {
    const execution = await openRun(job.payload.runId)
    if (!execution) return
    // A run that has not begun has none.
    const begun = execution.startedEventId !== null
    const results = begun ? await StepResult.query().where('run_id', execution.id) : []
    const checkpoints = new Checkpoints(execution.id, results)
    await new FlowRun(job, execution, await stepsOf(execution), checkpoints).work()
  },
  async failed({ payload }, error) {
    const execution = await openRun(payload.runId)
    if (!execution) return
    const message = storedMessage(tellable(error))
    await StepResult.query()
      .where('run_id', execution.id)
      .whereIn('status', ['running', 'waiting'])
      .update({ status: 'failed', error_message: message, next_try_at: null })
    await recordFailed(execution, message, execution.startedAt)
  },
})

async function openRun(id: string): Promise<Execution | undefined> {
  const execution = await Execution.find(id)
  return execution && ['started', 'running'].includes(execution.status) ? execution : undefined
}

export default [run, match, end]
