import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/http'
import { sealDefinition } from '../definition/sealed.js'
import { workflowUpdated } from '../event_types.js'
import type { Workflow } from '../models/workflow.js'
import type { activateBody } from '../validators/draft.js'
import { assertBase, checkedDraft, draftOwner, lockedDraft } from './drafts.js'
import { saveWorkflow } from './save_workflow.js'
import { lockedWorkflow } from './locked_workflow.js'

/**
 * Makes the caller's draft the active version and forgets the draft; without a draft the workflow becomes active as it is. It
 * acts for the caller from now on.
 * @throws Problem 403 when a step does what the caller may not do, 404, 409 when the workflow was changed since the draft was
 * begun, 422 naming every field that is wrong
 */
export async function activateWorkflow(
  id: string,
  given: Output<typeof activateBody>
): Promise<Workflow> {
  return transaction(async () => {
    const workflow = await lockedWorkflow(id)
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
