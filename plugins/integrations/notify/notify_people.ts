import { recordEvent } from '@crossdock/kernel/events'
import { sendLetter } from '@crossdock/kernel/mail'
import { workflowNotified } from '../event_types.js'

/** The subject and text of a step, with placeholders filled. */
export interface WorkflowMessage {
  subject: string
  text: string
  runId: string
  executionId: string
  flowId: string
  flowName: string
  assetId: string | null
}

const messageLetter = 'integrations.workflowMessage'

/** Notifies people in the console and by mail, in the current transaction. */
export async function notifyPeople(
  message: WorkflowMessage,
  userIds: readonly string[],
  { inConsole, byMail }: { inConsole: boolean; byMail: boolean }
): Promise<void> {
  if (userIds.length === 0) return
  const { runId, flowId, assetId, ...content } = message
  if (inConsole) {
    await recordEvent(workflowNotified, {
      target: { type: 'flow_execution', id: runId },
      source: { type: 'workflow', id: flowId },
      payload: { ...content, flowId, to: [...userIds], ...(assetId ? { assetId } : {}) },
    })
  }
  if (byMail) for (const userId of userIds) await sendLetter(messageLetter, { ...message, userId })
}
