import { sameJson } from '@crossdock/kernel/json'
import type { Workflow } from '../models/workflow.js'
import { notifyTriggers, triggeredOf } from './trigger_changes.js'
import { keepUses } from './uses.js'
import { definitionOf, isBlank, keepVersion } from './versions.js'

type Changes = Partial<
  Pick<
    Workflow,
    'name' | 'description' | 'triggerType' | 'triggerConfig' | 'steps' | 'isActive' | 'savedBy'
  >
>

/** Saves a change of a locked workflow with its version and its references, and notifies its trigger. */
export async function saveWorkflow(workflow: Workflow, changes: Changes): Promise<void> {
  const before = { definition: definitionOf(workflow), trigger: triggeredOf(workflow) }
  workflow.merge(changes)
  const isChanged = !sameJson(definitionOf(workflow), before.definition)
  if (isChanged || (!workflow.versionId && !isBlank(workflow))) {
    workflow.versionId =
      isBlank(workflow) && !workflow.versionId ? null : await keepVersion(workflow)
    await keepUses(workflow)
  }
  await workflow.save()
  await notifyTriggers(before.trigger, workflow)
}
