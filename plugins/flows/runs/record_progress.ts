import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { currentContext } from '@crossdock/kernel/tenancy'
import { stepTypes, type FlowStep } from '../contracts/index.js'
import { Execution } from '../models/execution.js'
import { storedMessage } from './stored_output.js'

/** Where the events of a run hang: the event that says it began, and the first one of its chain. */
export interface Lineage {
  causeId: string
  rootId: string
}

/** Marks a run as running, at `step` if there is one; the first time it tells the log so. */
export async function recordStart(
  run: Execution,
  step?: FlowStep
): Promise<Lineage & { startedAt: string }> {
  const at = step ? position(step) : {}
  if (run.startedEventId && run.rootId && run.startedAt) {
    await update(run, { status: 'running', ...at })
    return { causeId: run.startedEventId, rootId: run.rootId, startedAt: run.startedAt }
  }
  const startedAt = now()
  const causeId = await recordRunEvent('flow_started', run)
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

export async function recordStep(run: Execution, step: FlowStep): Promise<void> {
  await update(run, position(step))
}

function position({ id, order }: FlowStep) {
  return { current_step_id: id, current_step_order: order, completed_steps: order - 1 }
}

export async function recordCompleted(run: Execution, startedAt: string): Promise<void> {
  await update(run, {
    ...ended(startedAt),
    status: 'completed',
    completed_steps: run.totalSteps,
    job_id: null,
  })
  await recordRunEvent('flow_completed', run)
}

/** `step` is the one that failed; none when the run could not go on for another reason. */
export async function recordFailed(
  run: Execution,
  message: string,
  startedAt: string | null,
  step?: FlowStep
): Promise<void> {
  const label = step && (stepTypes.get(step.type)?.label ?? step.type)
  const errorMessage = storedMessage(label ? `Step ${step.order} (${label}): ${message}` : message)
  await update(run, {
    ...ended(startedAt),
    status: 'failed',
    failed_steps: step ? 1 : 0,
    error_message: errorMessage,
    job_id: null,
  })
  await recordRunEvent('flow_failed', run, { errorMessage, stepId: step?.id ?? null })
}

function ended(startedAt: string | null) {
  const completedAt = now()
  const duration = startedAt && Math.max(0, Date.parse(completedAt) - Date.parse(startedAt))
  return { completed_at: completedAt, duration: duration === '' ? null : duration }
}

async function update(run: Execution, columns: object): Promise<void> {
  await Execution.query().where('id', run.id).update(columns)
}

function recordRunEvent(type: string, run: Execution, more: object = {}): Promise<string> {
  const { id, executionId, flowId, flowName, triggerType } = run
  return recordEvent({
    type,
    target: { type: 'flow_execution', id },
    source: { type: 'workflow', id: flowId },
    payload: { executionId, flowId, flowName, triggerType, ...more },
  })
}
