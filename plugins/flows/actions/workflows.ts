import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/http'
import { ledger } from '@crossdock/kernel/ledger'
import { currentContext } from '@crossdock/kernel/tenancy'
import { checkDefinition } from '../definition/check_definition.js'
import type { Definition } from '../definition/given.js'
import { readSteps } from '../definition/read_steps.js'
import { maskDefinition, sealDefinition } from '../definition/sealed.js'
import { Workflow } from '../models/workflow.js'
import { assertBase } from './drafts.js'
import { lockedWorkflow } from './locked_workflow.js'
import { saveWorkflow } from './save_workflow.js'
import { tellTriggers } from './trigger_changes.js'
import { keepUses } from './uses.js'
import { forgetVersions, isBlank, keepVersion } from './versions.js'
import type { createWorkflowBody, updateWorkflowBody } from '../validators/workflow.js'
import { workflowCreated, workflowDeleted, workflowUpdated } from '../event_types.js'

/** @throws Problem 403 when a step does what the caller may not do, 422 naming every wrong field */
export async function createWorkflow(given: Output<typeof createWorkflowBody>): Promise<Workflow> {
  const definition: Definition = {
    name: given.name,
    description: given.description ?? null,
    triggerType: given.triggerType,
    triggerConfig: given.triggerConfig ?? {},
    steps: await readSteps(given.steps ?? []),
    isActive: given.isActive ?? true,
  }
  const checked = { ...definition, ...(await checkDefinition(definition)) }
  const id = newId()
  return transaction(async () => {
    await ledger.use().reserve('maxWorkflows')
    const stored = sealDefinition(id, checked)
    const fields = { ...stored, id, savedBy: saver() }
    const versionId = isBlank(fields) ? null : await keepVersion(fields)
    const workflow = await Workflow.create({ ...fields, versionId })
    await keepUses(workflow)
    await tellTriggers(undefined, workflow)
    await recordEvent(workflowCreated, about(workflow, {}))
    return workflow
  })
}

/**
 * Changes what is given and leaves the rest. Pausing is always possible; anything else is checked
 * as a whole again, and makes the caller the one for whom its runs act.
 * @throws Problem 403 when a step does what the caller may not do, 404, 409 when `baseVersion` is not the present one, 422
 */
export async function updateWorkflow(
  id: string,
  given: Output<typeof updateWorkflowBody>
): Promise<Workflow> {
  const { steps, baseVersion, ...fields } = given
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  const change = {
    ...(Object.fromEntries(present) as Partial<Definition>),
    ...(steps ? { steps: await readSteps(steps) } : {}),
  }
  const keys = Object.keys(change)
  const pausing = keys.every((key) => key === 'isActive') && change.isActive === false
  return transaction(async () => {
    const workflow = await lockedWorkflow(id)
    await assertBase(workflow, baseVersion)
    // As it is now: whoever saves stands in for all that is in it, also for what others have put there.
    const merged = pausing ? change : { ...change, ...(await checked(workflow, change)) }
    await saveWorkflow(workflow, merged)
    const onlySwitched = keys.length === 1 && keys[0] === 'isActive'
    const word = onlySwitched ? (workflow.isActive ? 'Activated' : 'Paused') : 'Updated'
    await recordEvent(workflowUpdated, about(workflow, { change: word }))
    return workflow
  })
}

/** Runs that are under way go on to their end; the history stays. @throws Problem 404 */
export async function deleteWorkflow(id: string): Promise<void> {
  await transaction(async () => {
    const workflow = await lockedWorkflow(id)
    await tellTriggers(workflow, undefined)
    await workflow.delete()
    await forgetVersions(id)
    await recordEvent(workflowDeleted, about(workflow, {}))
  })
}

/** The person, also when a program saves with a token of theirs; null when there is none. */
const saver = () => currentContext().actor.userId

/** What is stored of the whole definition, changed or not, and for whom it acts. */
async function checked(workflow: Workflow, change: Partial<Definition>) {
  const before = maskDefinition(workflow)
  const definition = await checkDefinition({ ...before, ...change }, { ...before, id: workflow.id })
  return { ...sealDefinition(workflow.id, definition, workflow), savedBy: saver() }
}

const about = <M extends object>({ id, name }: Workflow, more: M) => ({
  target: { type: 'workflow', id },
  payload: { name, ...more },
})
