import { newId, now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { enqueue } from '@crossdock/kernel/jobs'
import { sendLetter } from '@crossdock/kernel/mail'
import { insertMissing, tenantRows } from '@crossdock/kernel/tenancy'
import { approvalRequested } from '../event_types.js'
import type { Approval } from '../models/approval.js'
import { approvalDue, approvalLetterName } from './names.js'

type Question = Pick<
  Approval,
  'id' | 'runId' | 'flowId' | 'flowName' | 'executionId' | 'assetId' | 'question' | 'dueAt'
>

/** Asks people, in the current transaction: in the console, by mail, and with a job for the deadline. */
export async function ask(approval: Question, userIds: readonly string[]): Promise<void> {
  const { id, runId, flowId, flowName, executionId, assetId, question, dueAt } = approval
  const askedAt = now()
  await insertMissing(
    'flow_approval_people',
    userIds.map((userId) => ({
      ...{ id: newId(), approval_id: id, user_id: userId, created_at: askedAt },
    }))
  )
  await recordEvent(approvalRequested, {
    target: { type: 'flow_approval', id },
    source: { type: 'flow_execution', id: runId },
    payload: {
      ...{ approvalId: id, executionId, flowId, flowName, question, to: [...userIds] },
      ...(assetId ? { assetId } : {}),
    },
  })
  for (const userId of userIds) await sendLetter(approvalLetterName, { approvalId: id, userId })
  if (dueAt) await enqueue(approvalDue, { approvalId: id }, { runAt: new Date(dueAt) })
}

export const approvalRows = () => tenantRows('flow_approvals')
