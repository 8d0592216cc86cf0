import { clock, now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, Problem, text } from '@crossdock/kernel/ground'
import { currentContext, tenantTable, withContext } from '@crossdock/kernel/tenancy'
import { resumeRun, type Ending } from '../actions/resume_run.js'
import { approvalDecided } from '../event_types.js'
import type { Approval } from '../models/approval.js'
import { approvalRows } from './ask.js'
import { findApproval, personAsked } from './queries.js'
import { notifyAsked } from '../runs/notify_asked.js'

export type Decision = 'approved' | 'rejected'

/**
 * Records the caller's decision, which is final, and continues the run.
 * @throws Problem 403 for people who were not asked, 404, 409 if it was already decided, if the deadline has
 * passed, or if the run has ended
 */
export async function decide(
  id: string,
  decision: Decision,
  comment: string | null
): Promise<Approval> {
  const approval = await findApproval(id)
  const { actor } = currentContext()
  const userId = await personAsked('decide')
  if (!userId || !(await isAsked(id, userId))) throw notAsked()
  assertOpen(approval)
  const decided = { decision, comment, decidedBy: userId, name: actor.label }
  await settle(approval, decided, {
    enter: decision,
    value: {
      decision,
      comment,
      approvalId: id,
      decidedAt: now(),
      decidedBy: { id: userId, name: actor.label },
    },
  }).catch(async (error: unknown) => {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    // Another person decided first, or the run has ended.
    assertOpen(await findApproval(id))
    throw conflict(
      'E_STATE',
      text('The run does not wait for this decision any more: it has ended.')
    )
  })
  return findApproval(id)
}

interface Decided {
  decision: Decision | 'expired'
  comment: string | null
  decidedBy: string | null
  name: string | null
}

/**
 * Ends the wait of the run, and stores the decision in the same transaction. Of concurrent decisions, the first
 * counts.
 * @throws Problem 404 if the run does not wait any more
 */
function settle(approval: Approval, decided: Decided, ending: Ending): Promise<void> {
  const also = () => recordDecision(approval, decided)
  return withContext({ environmentId: approval.runEnvironmentId }, () =>
    resumeRun(approval.token, ending.value, { ...ending, also })
  )
}

/** Stores the decision, in the transaction that ends the wait of the run. */
export async function recordDecision(approval: Approval, decided: Decided): Promise<void> {
  const { id, runId, flowName, flowId, executionId, question } = approval
  const { decision, comment, decidedBy, name } = decided
  await approvalRows().update(
    { id },
    {
      status: decision,
      comment,
      decided_by: decidedBy,
      decided_by_name: name,
      decided_at: now(),
    }
  )
  await recordEvent(approvalDecided, {
    target: { type: 'flow_approval', id },
    source: { type: 'flow_execution', id: runId },
    payload: { approvalId: id, executionId, flowId, flowName, question, decision },
  })
  await notifyAsked([id])
}

const isAsked = async (approvalId: string, userId: string): Promise<boolean> => {
  const asked = { approval_id: approvalId, user_id: userId }
  return (await tenantTable('flow_approval_people').where(asked)).length > 0
}

/** @throws Problem 409 */
function assertOpen({ status, decidedByName, dueAt }: Approval): void {
  if (status === 'approved' || status === 'rejected') {
    const sentence = decidedByName
      ? status === 'approved'
        ? text('{name} has approved this already.', { name: decidedByName })
        : text('{name} has rejected this already.', { name: decidedByName })
      : text('This has been decided already.')
    throw conflict('E_DECIDED', sentence)
  }
  if (status === 'expired' || (dueAt !== null && Date.parse(dueAt) <= clock.now())) {
    throw conflict('E_LATE', text('The time to decide is over.'))
  }
}

const notAsked = () =>
  new Problem(403, 'E_NOT_ASKED', text('You are not one of the people who decide this.'))
