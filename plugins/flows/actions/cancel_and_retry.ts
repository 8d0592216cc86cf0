import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, Problem, text } from '@crossdock/kernel/ground'
import { cancelJob } from '@crossdock/kernel/jobs'
import { countUse } from '@crossdock/kernel/ledger'
import { reopenApprovals, withdrawApprovals } from '../runs/notify_asked.js'
import { stepTypes } from '../contracts/index.js'
import { errorBranch } from '../definition/step_settings.js'
import { findStep } from '../definition/tree.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { findExecution } from '../queries/executions.js'
import { shownStatus } from '../transformers/execution.js'
import { retryRefusals } from '../queries/retriable.js'
import { stepsOf } from '../queries/versions.js'
import { endWaitsOf } from './event_waits.js'
import { enqueueRun } from './enqueue_run.js'
import { notifyParent } from '../runs/notify_parent.js'
import { flowCancelled, flowRetried } from '../event_types.js'

/** Maximum number of rows of one statement in either database. */
const atOnce = 500

/**
 * Cancels a run: the current call is aborted, and its result is discarded.
 * @throws Problem 404, 409 if the run has ended
 */
export function cancelExecution(id: string): Promise<Execution> {
  return transaction(async () => {
    const execution = await findExecution(id)
    // Lock the job first, as the run itself does, because a different lock order could deadlock.
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
    await endWaitsOf(execution.id)
    await withdrawApprovals(execution.id)
    countUse('workflowExecutions')
    await notifyParent(execution)
    await cancelChildren(execution)
    await record(flowCancelled, execution)
    return findExecution(id)
  })
}

/**
 * Resumes a failed run at the step that failed. Completed steps stay completed.
 * @throws Problem 404, 409 if the run has not failed, or if its workflow is paused or deleted
 */
export function retryExecution(id: string): Promise<Execution> {
  return transaction(async () => {
    const execution = await findExecution(id)
    const jobId = await enqueueRun(execution)
    const [changed] = await Execution.query()
      .where('id', execution.id)
      .where('status', 'failed')
      .update({
        status: 'started',
        job_id: jobId,
        failed_steps: 0,
        error_message: null,
        completed_at: null,
        paused_at: execution.completedAt,
        duration: null,
        worked: null,
        retried_at: now(),
      })
    if (Number(changed) === 0) throw notFailed(execution)
    await assertMayRun(execution)
    await reopenFailed(execution)
    await recordRetried(execution)
    await reopenApprovals(execution.id)
    return findExecution(id)
  })
}

/** Cancels the child runs for which this run waits, because nothing needs them any more. */
async function cancelChildren({ id }: Execution): Promise<void> {
  const children = await Execution.query()
    .where('parent_id', id)
    .whereNotNull('parent_token')
    .whereIn('status', ['started', 'running'])
    .orderBy('id')
    .select('id')
  for (const child of children) {
    await cancelExecution(child.id).catch((error: unknown) => {
      if (!(error instanceof Problem && [404, 409].includes(error.status))) throw error
    })
  }
}

/** Reopens the failed steps. Outer steps that continued after a failure are not changed. */
async function reopenFailed({ id }: Execution): Promise<void> {
  const results = await StepResult.query()
    .where('run_id', id)
    .select('id', 'path', 'status', 'branch')
  const closed = results.filter((one) => one.status === 'completed' || one.branch === errorBranch)
  const isOver = (path: string) =>
    closed.some(
      (around) =>
        (path.startsWith(`${around.path}.`) || path.startsWith(`${around.path}[`)) &&
        (around.status === 'completed' || !path.startsWith(`${around.path}.${errorBranch}.`))
    )
  const open = results.filter(({ status, path }) => status === 'failed' && !isOver(path))
  for (let at = 0; at < open.length; at += atOnce) {
    const ids = open.slice(at, at + atOnce).map((one) => one.id)
    const waiting = { status: 'waiting', failures: 0, completed_at: null }
    await StepResult.query().whereIn('id', ids).update(waiting)
    // A step that has entered a branch continues in that branch.
    await StepResult.query().whereIn('id', ids).whereNotNull('branch').update({ status: 'running' })
    // A step in its error branch keeps its error.
    await StepResult.query()
      .whereIn('id', ids)
      .where((query) => query.whereNull('branch').orWhereNot('branch', errorBranch))
      .update({ failure: null })
  }
}

/**
 * Refuses to resume a run whose workflow is paused or deleted, or whose failed step cannot start again.
 * @throws Problem 409
 */
async function assertMayRun(execution: Execution): Promise<void> {
  const steps = await stepsOf(execution)
  const refusal = (await retryRefusals([execution], () => steps))(execution)
  if (refusal) throw conflict(refusal.code, refusal.sentence)
}

/** Abandons the running tries, because their process may die before it records their end. */
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

/** Records that a failed run continues, so that consumers subtract its failure from their counts. */
async function recordRetried(run: Execution): Promise<void> {
  const { id, executionId, flowId, flowName, triggerType, completedAt, duration } = run
  await recordEvent(flowRetried, {
    target: { type: 'flow_execution', id },
    source: { type: 'workflow', id: flowId },
    payload: { executionId, flowId, flowName, triggerType, failedAt: completedAt, duration },
  })
}

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
