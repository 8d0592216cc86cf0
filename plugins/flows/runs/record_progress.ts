import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { countUse } from '@crossdock/kernel/ledger'
import { currentContext, tenantRows, type RowValues } from '@crossdock/kernel/tenancy'
import type { FlowStep } from '../contracts/index.js'
import { tellAskedOf } from '../approvals/tell_asked.js'
import { tellParent } from '../actions/tell_parent.js'
import { stepName } from '../definition/step_name.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { storedMessage } from './stored_output.js'
import { flowCompleted, flowFailed, flowProgressed, flowStarted } from '../event_types.js'

/** Where the events of a run hang: the event that says it began, and the first one of its chain. */
export interface Lineage {
  causeId: string
  rootId: string
}

/** A step where a run stands. */
interface Position {
  step: FlowStep
  /** Steps of the tree that stand before it. */
  before: number
}

/** Marks a run as running, at a step if there is one; the first time it tells the log so. */
export async function recordStart(
  run: Execution,
  here?: Position
): Promise<Lineage & { startedAt: string }> {
  const at = here ? position(here) : {}
  if (run.startedEventId && run.rootId && run.startedAt) {
    await update(run, { status: 'running', ...at })
    return { causeId: run.startedEventId, rootId: run.rootId, startedAt: run.startedAt }
  }
  const startedAt = now()
  const causeId = await recordEvent(flowStarted, about(run, {}))
  const rootId = currentContext().rootId ?? causeId
  await update(run, {
    status: 'running',
    started_at: startedAt,
    started_event_id: causeId,
    root_id: rootId,
    ...at,
  })
  return { causeId, rootId, startedAt }
}

export async function recordStep(run: Execution, here: Position): Promise<void> {
  await update(run, position(here))
  await recordProgress(run)
}

/** Tells the log that a step has ended, and the run has not. */
export async function recordProgress(run: Execution): Promise<void> {
  await recordEvent(flowProgressed, about(run, {}))
}

/** Counts items of the run that failed while it goes on. */
export async function recordFailedItems({ id }: Execution, count: number): Promise<void> {
  await Execution.query().where('id', id).increment('failed_items', count)
}

function position({ step: { id, order }, before }: Position) {
  return { current_step_id: id, current_step_order: order, completed_steps: before }
}

export async function recordCompleted(run: Execution, startedAt: string): Promise<void> {
  await update(run, {
    ...ended(startedAt),
    status: 'completed',
    completed_steps: run.totalSteps,
    job_id: null,
  })
  countUse('workflowExecutions')
  await tellParent(run)
  await recordEvent(flowCompleted, about(run, {}))
}

/** `step` is the one that failed; none when the run could not go on for another reason. */
export async function recordFailed(
  run: Execution,
  message: string,
  startedAt: string | null,
  step?: FlowStep
): Promise<void> {
  const name = step && stepName(step)
  const errorMessage = storedMessage(name ? `Step ${name}: ${message}` : message)
  // Those whose branch it is in, and what a process has taken down: a retry takes them up again.
  await StepResult.query()
    .where('run_id', run.id)
    .where('status', 'running')
    .update({ status: 'failed' })
  await update(run, {
    ...ended(startedAt),
    status: 'failed',
    failed_steps: step ? 1 : 0,
    error_message: errorMessage,
    job_id: null,
  })
  countUse('workflowExecutions')
  await tellParent(run)
  await tellAskedOf(run.id)
  // Without the message: the feed asks for no more than flows.read, which may not show it.
  await recordEvent(flowFailed, about(run, { step: name ?? null, stepId: step?.id ?? null }))
}

function ended(startedAt: string | null) {
  const completedAt = now()
  const duration = startedAt && Math.max(0, Date.parse(completedAt) - Date.parse(startedAt))
  return { completed_at: completedAt, duration: duration === '' ? null : duration }
}

async function update({ id }: Execution, columns: RowValues): Promise<void> {
  await tenantRows(Execution.table).update({ id }, columns)
}

function about<M extends object>(run: Execution, more: M) {
  const { id, executionId, flowId, flowName, triggerType } = run
  return {
    target: { type: 'flow_execution', id },
    source: { type: 'workflow', id: flowId },
    payload: { executionId, flowId, flowName, triggerType, ...more },
  }
}
