import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/shapes'
import { sealDefinition } from '../definition/sealed.js'
import { workflowUpdated } from '../event_types.js'
import type { Workflow } from '../models/workflow.js'
import type { activateBody } from '../validators/draft.js'
import { checkedDraft } from '../definition/check_draft.js'
import { draftOwner, lockedDraft } from '../queries/own_draft.js'
import { assertBase } from './drafts.js'
import { saveWorkflow } from './save_workflow.js'
import { lockWorkflow } from './locked_workflow.js'

/**
 * Makes the caller's draft the active version, and deletes the draft. Without a draft, the workflow itself is
 * activated. Its later runs act for the caller.
 * @throws Problem 403 if a step needs permissions that the caller lacks, 404, 409 if the workflow was changed
 * since the draft was started, 422 that names every invalid field
 */
export async function activateWorkflow(
  id: string,
  given: Output<typeof activateBody>
): Promise<Workflow> {
  return transaction(async () => {
    const workflow = await lockWorkflow(id)
    const draft = await lockedDraft(id)
    await assertBase(workflow, given.baseVersion)
    if (draft) await assertBase(workflow, draft.baseVersion)
    const stored = draft ?? workflow
    const checked = await checkedDraft(stored, workflow)
    const { name, description } = stored
    const wasActive = workflow.isActive
    const definition = { ...sealDefinition(id, checked, stored), name, description }
    await saveWorkflow(workflow, { ...definition, isActive: true, savedBy: draftOwner() })
    await draft?.delete()
    await recordEvent(workflowUpdated, {
      target: { type: 'workflow', id },
      payload: { name, change: wasActive ? 'Updated' : 'Activated' },
    })
    return workflow
  })
}
