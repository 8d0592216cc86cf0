import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/shapes'
import { ledger } from '@crossdock/kernel/ledger'
import { currentContext } from '@crossdock/kernel/tenancy'
import { checkDefinition } from '../definition/check_definition.js'
import type { Definition } from '../definition/given.js'
import { readSteps } from '../definition/read_steps.js'
import { maskDefinition, sealDefinition } from '../definition/sealed.js'
import { Workflow } from '../models/workflow.js'
import { assertBase } from './drafts.js'
import { lockWorkflow } from './locked_workflow.js'
import { saveWorkflow } from './save_workflow.js'
import { notifyTriggers } from './trigger_changes.js'
import { keepUses } from './uses.js'
import { forgetVersions, isBlank, keepVersion } from './versions.js'
import type { createWorkflowBody, updateWorkflowBody } from '../validators/workflow.js'
import { workflowCreated, workflowDeleted, workflowUpdated } from '../event_types.js'

/**
 * Creates a workflow.
 * @throws Problem 403 if a step needs permissions that the caller lacks, 422 that names every invalid field
 */
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
    await notifyTriggers(undefined, workflow)
    await recordEvent(workflowCreated, about(workflow, {}))
    return workflow
  })
}

/**
 * Changes only the given fields. Pausing is always possible. Any other change checks the whole definition again,
 * and the runs then act for the caller.
 * @throws Problem 403 if a step needs permissions that the caller lacks, 404, 409 if `baseVersion` is not the
 * present version, 422
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
    const workflow = await lockWorkflow(id)
    await assertBase(workflow, baseVersion)
    // Check the change together with the stored fields: the caller is responsible for the whole definition,
    // including parts by other people.
    const merged = pausing ? change : { ...change, ...(await checked(workflow, change)) }
    await saveWorkflow(workflow, merged)
    const onlySwitched = keys.length === 1 && keys[0] === 'isActive'
    const word = onlySwitched ? (workflow.isActive ? 'Activated' : 'Paused') : 'Updated'
    await recordEvent(workflowUpdated, about(workflow, { change: word }))
    return workflow
  })
}

/**
 * Deletes a workflow. Its active runs continue to their end, and its history is kept.
 * @throws Problem 404
 */
export async function deleteWorkflow(id: string): Promise<void> {
  await transaction(async () => {
    const workflow = await lockWorkflow(id)
    await notifyTriggers(workflow, undefined)
    await workflow.delete()
    await forgetVersions(id)
    await recordEvent(workflowDeleted, about(workflow, {}))
  })
}

/**
 * Returns the id of the caller's person, also for a program that saves with that person's token; null if there
 * is none.
 */
const saver = () => currentContext().actor.userId

/** Returns the stored fields of the whole definition, changed or not, and the person for whom its runs act. */
async function checked(workflow: Workflow, change: Partial<Definition>) {
  const before = maskDefinition(workflow)
  const definition = await checkDefinition({ ...before, ...change }, { ...before, id: workflow.id })
  return { ...sealDefinition(workflow.id, definition, workflow), savedBy: saver() }
}

const about = <M extends object>({ id, name }: Workflow, more: M) => ({
  target: { type: 'workflow', id },
  payload: { name, ...more },
})
