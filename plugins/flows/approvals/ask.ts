import { newId, now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { sendLetter } from '@crossdock/kernel/mail'
import { insertMissing, tenantRows } from '@crossdock/kernel/tenancy'
import { approvalRequested } from '../event_types.js'
import type { Approval } from '../models/approval.js'
import { approvalLetterName } from './names.js'
import { notifyAsked } from '../runs/notify_asked.js'

type Question = Pick<
  Approval,
  'id' | 'runId' | 'flowId' | 'flowName' | 'executionId' | 'assetId' | 'question'
>

/** Asks people for a decision, in the console and by mail, in the current transaction. */
export async function ask(approval: Question, userIds: readonly string[]): Promise<void> {
  const { id, runId, flowId, flowName, executionId, assetId, question } = approval
  const askedAt = now()
  await insertMissing(
    'flow_approval_people',
    userIds.map((userId) => ({
      id: newId(),
      approval_id: id,
      user_id: userId,
      created_at: askedAt,
    }))
  )
  await recordEvent(approvalRequested, {
    target: { type: 'flow_approval', id },
    source: { type: 'flow_execution', id: runId },
    payload: {
      approvalId: id,
      executionId,
      flowId,
      flowName,
      question,
      to: [...userIds],
      ...(assetId ? { assetId } : {}),
    },
  })
  for (const userId of userIds) await sendLetter(approvalLetterName, { approvalId: id, userId })
  await notifyAsked([id])
}

export const approvalRows = () => tenantRows('flow_approvals')
