import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/http'
import { cancelJob } from '@crossdock/kernel/jobs'
import { countUse } from '@crossdock/kernel/ledger'
import { stepTypes } from '../contracts/index.js'
import { findStep } from '../definition/tree.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { Workflow } from '../models/workflow.js'
import { findExecution } from '../queries/executions.js'
import { shownStatus } from '../transformers/execution.js'
import { assertActive } from './start_execution.js'
import { stepsOf } from '../queries/versions.js'
import { takeUp } from './take_up.js'
import { flowCancelled, flowRetried } from '../event_types.js'

/**
 * Stops a run: the call in flight is aborted, and nothing it brings is recorded any more.
 * @throws Problem 404, or 409 when the run has ended
 */
export function cancelExecution(id: string): Promise<Execution> {
  return transaction(async () => {
    const execution = await findExecution(id)
    // The job first, as the run itself does: two that lock in a different order could block each other.
    if (execution.jobId) await cancelJob(execution.jobId)
    const completedAt = now()
    const [changed] = await Execution.query()
      .where('id', execution.id)
      .whereIn('status', ['started', 'running'])
      .update({ status: 'cancelled', job_id: null, completed_at: completedAt })
    if (Number(changed) === 0) throw notRunning(await findExecution(id))
    const open = () =>
      StepResult.query().where('run_id', execution.id).whereIn('status', ['running', 'waiting'])
    const running = await open()
    await open().update({ status: 'cancelled', completed_at: completedAt, next_try_at: null })
    await abandonCalls(execution, running)
    countUse('workflowExecutions')
    await record(flowCancelled, execution)
    return findExecution(id)
  })
}

/**
 * Takes a failed run up again at the step that failed; what is done stays done.
 * @throws Problem 404, or 409 when the run has not failed, or its workflow is paused or gone
 */
export function retryExecution(id: string): Promise<Execution> {
  return transaction(async () => {
    const execution = await findExecution(id)
    const jobId = await takeUp(execution)
    const [changed] = await Execution.query()
      .where('id', execution.id)
      .where('status', 'failed')
      .update({
        status: 'started',
        job_id: jobId,
        failed_steps: 0,
        error_message: null,
        completed_at: null,
        duration: null,
      })
    if (Number(changed) === 0) throw notFailed(execution)
    await assertMayRun(execution)
    await StepResult.query()
      .where('run_id', execution.id)
      .where('status', 'failed')
      .update({ status: 'waiting', failures: 0, completed_at: null })
    await record(flowRetried, execution)
    return findExecution(id)
  })
}

/** Who pauses or deletes a workflow wants nothing more of it done. @throws Problem 409 */
async function assertMayRun({ flowId, flowName }: Execution): Promise<void> {
  const workflow = await Workflow.find(flowId)
  if (workflow) return assertActive(workflow)
  throw conflict(
    'E_STATE',
    text('Workflow {workflow} was deleted, so its runs cannot be retried.', { workflow: flowName })
  )
}

/** The tries in flight may be those of a process which has ended and tells their ends to nobody. */
async function abandonCalls(execution: Execution, running: StepResult[]): Promise<void> {
  const steps = running.length > 0 ? await stepsOf(execution) : []
  for (const { stepId } of running) {
    const step = findStep(steps, stepId)
    const type = step && stepTypes.get(step.type)
    if (type && 'abandon' in type) await type.abandon?.({ execution, step })
  }
}

const notRunning = ({ flowName, status }: Execution) =>
  conflict(
    'E_STATE',
    text('This run of {workflow} is {status}; only one that is running can be cancelled.', {
      workflow: flowName,
      status: shownStatus(status),
    })
  )

const notFailed = ({ flowName, status }: Execution) =>
  conflict(
    'E_STATE',
    text('This run of {workflow} is {status}; only one that is failed can be retried.', {
      workflow: flowName,
      status: shownStatus(status),
    })
  )

async function record(
  type: typeof flowCancelled,
  { id, executionId, flowId, flowName, triggerType }: Execution
) {
  await recordEvent(type, {
    target: { type: 'flow_execution', id },
    source: { type: 'workflow', id: flowId },
    payload: { executionId, flowId, flowName, triggerType },
  })
}
