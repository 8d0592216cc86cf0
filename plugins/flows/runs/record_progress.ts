import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { countUse } from '@crossdock/kernel/ledger'
import { currentContext, tenantRows, type RowValues } from '@crossdock/kernel/tenancy'
import type { FlowStep } from '../contracts/index.js'
import { withdrawApprovals } from './notify_asked.js'
import { notifyParent } from './notify_parent.js'
import { stepName } from '../definition/step_name.js'
import { Execution } from '../models/execution.js'
import { StepResult } from '../models/step_result.js'
import { storedMessage } from './stored_output.js'
import { flowCompleted, flowFailed, flowProgressed, flowStarted } from '../event_types.js'

/** The causes of a run's events: its start event, and the first event of its chain. */
export interface Lineage {
  causeId: string
  rootId: string
}

/** The position of a run at a step. */
interface Position {
  step: FlowStep
  /** Number of steps before it in the tree. */
  before: number
}

/** Marks a run as running, at a step if there is one. The first time it also records the start event. */
export async function recordStart(
  run: Execution,
  here?: Position
): Promise<Lineage & { startedAt: string }> {
  const at = here ? position(here) : {}
  if (run.startedEventId && run.rootId && run.startedAt) {
    await update(run, { status: 'running', ...at, ...resumed(run) })
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

/** Records that a step has ended and the run continues. */
export async function recordProgress(run: Execution): Promise<void> {
  await recordEvent(flowProgressed, about(run, {}))
}

/** Adds to the number of failed items of a run that continues. */
export async function recordFailedItems({ id }: Execution, count: number): Promise<void> {
  await Execution.query().where('id', id).increment('failed_items', count)
}

function position({ step: { id, order }, before }: Position) {
  return { current_step_id: id, current_step_order: order, completed_steps: before }
}

export async function recordCompleted(run: Execution, startedAt: string): Promise<void> {
  await update(run, {
    ...ended(run, startedAt),
    status: 'completed',
    completed_steps: run.totalSteps,
    job_id: null,
  })
  countUse('workflowExecutions')
  await notifyParent(run)
  await recordEvent(flowCompleted, about(run, {}))
}

/**
 * Records that a run has failed.
 * @param step the failed step; undefined if the run failed for another reason
 */
export async function recordFailed(
  run: Execution,
  message: string,
  startedAt: string | null,
  step?: FlowStep
): Promise<void> {
  const name = step && stepName(step)
  const errorMessage = storedMessage(name ? `Step ${name}: ${message}` : message)
  // Also mark the outer steps of the failed step, and steps of a process that died. A retry resumes them.
  await StepResult.query()
    .where('run_id', run.id)
    .where('status', 'running')
    .update({ status: 'failed' })
  await update(run, {
    ...ended(run, startedAt),
    status: 'failed',
    failed_steps: step ? 1 : 0,
    error_message: errorMessage,
    job_id: null,
  })
  countUse('workflowExecutions')
  await notifyParent(run)
  await withdrawApprovals(run.id)
  // The event has no message, because the feed shows events to people who may not read the message.
  await recordEvent(flowFailed, about(run, { step: name ?? null, stepId: step?.id ?? null }))
}

function ended(run: Execution, startedAt: string | null) {
  const completedAt = now()
  const duration = startedAt ? msBetween(startedAt, completedAt) : null
  const { waited } = resumed(run)
  const worked = duration === null ? null : Math.max(0, duration - waited)
  return { completed_at: completedAt, paused_at: null, duration, waited, worked }
}

/** Adds the wait that ends now to the waits of a run. */
function resumed(run: Execution) {
  const wait = run.pausedAt ? msBetween(run.pausedAt, now()) : 0
  run.merge({ waited: run.waited + wait, pausedAt: null })
  return { waited: run.waited, paused_at: null }
}

const msBetween = (from: string, to: string) => Math.max(0, Date.parse(to) - Date.parse(from))

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
