import { defineJob } from '@crossdock/kernel/jobs'
import { endWaitsOf } from '../actions/event_waits.js'
import { triggerTypes } from '../contracts/index.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { stepsOf } from '../queries/versions.js'
import { Checkpoints } from '../runs/checkpoints.js'
import { FlowRun } from '../runs/flow_run.js'
import { recordFailed } from '../runs/record_progress.js'
import { secretsWith, storedMessage, withoutSecrets } from '../runs/stored_output.js'
import { readableMessage } from '../runs/try_step.js'
import { look, post } from '../alerts/jobs.js'
import { bulk } from '../bulk/bulk_runs.js'
import { prune } from '../rollups/prune.js'
import { burstDue } from './close_burst.js'
import { end } from './end_runs.js'
import { ended } from './child_ended.js'
import { match } from './match_triggers.js'
import { waits } from './match_waits.js'
import { runFlow } from '../job_refs.js'
import { due as scheduleDue } from './start_due.js'

const day = 24 * 60 * 60_000

/** Executes one run. Steps have their own retries and timeouts; these settings are for internal errors. */
const run = defineJob(runFlow, {
  timeoutMs: day,
  // People retry a run at the step that failed, and not its job.
  retryable: false,
  retry: { attempts: 20, delayMs: 1_000, maxDelayMs: 60_000 },
  async handle(job) {
    const execution = await openRun(job.payload.runId)
    if (!execution) return
    // A run that has not started has no start event.
    const begun = execution.startedEventId !== null
    const results = begun ? await StepResult.query().where('run_id', execution.id) : []
    const checkpoints = new Checkpoints(execution.id, results)
    const { triggerType, contextData } = execution
    const open = triggerTypes.get(triggerType)?.open
    const data = open ? await open(contextData.data, contextData.event) : contextData.data
    const steps = await stepsOf(execution)
    await new FlowRun(job, execution, { steps, data }, checkpoints).work()
  },
  async failed({ payload }, error) {
    const execution = await openRun(payload.runId)
    if (!execution) return
    const message = storedMessage(withoutSecrets(readableMessage(error), await secretsWith([])))
    await StepResult.query()
      .where('run_id', execution.id)
      .whereIn('status', ['running', 'waiting'])
      .update({ status: 'failed', error_message: message, next_try_at: null })
    await endWaitsOf(execution.id)
    await recordFailed(execution, message, execution.startedAt)
  },
})

async function openRun(id: string): Promise<Execution | undefined> {
  const execution = await Execution.find(id)
  return execution && ['started', 'running'].includes(execution.status) ? execution : undefined
}

export default [run, match, waits, ended, end, scheduleDue, burstDue, prune, bulk, look, post]
