import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/http'
import { cancelJob, enqueue } from '@crossdock/kernel/jobs'
import { currentContext, withContext } from '@crossdock/kernel/tenancy'
import { stepTypes, type FlowStep } from '../contracts/index.js'
import { runFlow } from '../jobs/names.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { Workflow } from '../models/workflow.js'
import { findExecution } from '../queries/executions.js'
import { shownStatus } from '../transformers/execution.js'
import { assertActive, callOf, flowActor } from './start_execution.js'
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
    await StepResult.query()
      .where('run_id', execution.id)
      .whereIn('status', ['running', 'waiting'])
      .update({ status: 'cancelled', completed_at: completedAt, next_try_at: null })
    await abandonCall(execution)
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
    const { flowId, flowName } = execution
    const cause = { causeId: execution.startedEventId, rootId: execution.rootId }
    const actor = flowActor({ id: flowId, name: flowName }, currentContext().actor.userId)
    const jobId = await withContext(
      { ...cause, actor, environmentId: execution.environmentId },
      () => enqueue(runFlow, { runId: execution.id }, callOf(currentStep(execution)))
    )
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

function currentStep({ steps, currentStepId }: Execution): FlowStep | undefined {
  return steps.find(({ id }) => id === currentStepId)
}

/** The try in flight may be that of a process which has ended and tells its end to nobody. */
async function abandonCall(execution: Execution): Promise<void> {
  const step = currentStep(execution)
  const type = step && stepTypes.get(step.type)
  if (type && 'abandon' in type) await type.abandon?.({ execution, step })
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
