import { Problem, text } from '@crossdock/kernel/ground'
import { currentContext } from '@crossdock/kernel/tenancy'
import { WorkflowDraft } from '../models/workflow_draft.js'

/**
 * Returns the id of the caller's person.
 * @throws Problem 403 for a program without a person, which has no drafts
 */
export function draftOwner(): string {
  const { userId } = currentContext().actor
  if (userId) return userId
  throw new Problem(403, 'E_FORBIDDEN', text('Only people have drafts of workflows.'))
}

export const draftOf = (workflowId: string): Promise<WorkflowDraft | null> =>
  WorkflowDraft.query().where('workflow_id', workflowId).where('user_id', draftOwner()).first()

export async function lockedDraft(workflowId: string): Promise<WorkflowDraft | null> {
  const own = WorkflowDraft.query().where('workflow_id', workflowId)
  return own.where('user_id', draftOwner()).forUpdate().first()
}
