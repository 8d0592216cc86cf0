import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, Problem, text } from '@crossdock/kernel/http'
import { cancelJob } from '@crossdock/kernel/jobs'
import { countUse } from '@crossdock/kernel/ledger'
import { tellAskedOf } from '../approvals/tell_asked.js'
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
import { takeUp } from './take_up.js'
import { tellParent } from './tell_parent.js'
import { flowCancelled, flowRetried } from '../event_types.js'

/** As many as a statement of either database takes at once. */
const atOnce = 500

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
    await endWaitsOf(execution.id)
    await tellAskedOf(execution.id)
    countUse('workflowExecutions')
    await tellParent(execution)
    await cancelChildren(execution)
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
        retried_at: now(),
      })
    if (Number(changed) === 0) throw notFailed(execution)
    await assertMayRun(execution)
    await takeUpFailed(execution)
    await recordRetried(execution)
    await tellAskedOf(execution.id)
    return findExecution(id)
  })
}

/** Runs that this one waits for are done for nobody any more. */
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

/** Opens what has failed. What steps around it have gone on behind stays as it is. */
async function takeUpFailed({ id }: Execution): Promise<void> {
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
    const changed = { status: 'waiting', failures: 0, completed_at: null }
    await StepResult.query().whereIn('id', ids).update(changed)
    // Of a step in its error branch the error stays.
    await StepResult.query()
      .whereIn('id', ids)
      .where((query) => query.whereNull('branch').orWhereNot('branch', errorBranch))
      .update({ failure: null })
  }
}

/**
 * Who pauses or deletes a workflow wants nothing more of it done, and a step that would be refused is not begun.
 * @throws Problem 409
 */
async function assertMayRun(execution: Execution): Promise<void> {
  const steps = await stepsOf(execution)
  const refusal = (await retryRefusals([execution], () => steps))(execution)
  if (refusal) throw conflict(refusal.code, refusal.sentence)
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

/** With the end that it no longer has: whoever counts ends takes that one back. */
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
