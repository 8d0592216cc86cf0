import { sameJson } from '@crossdock/kernel/json'
import type { Workflow } from '../models/workflow.js'
import { tellTriggers, triggeredOf } from './trigger_changes.js'
import { keepUses } from './uses.js'
import { definitionOf, isBlank, keepVersion } from './versions.js'

type Changes = Partial<
  Pick<
    Workflow,
    'name' | 'description' | 'triggerType' | 'triggerConfig' | 'steps' | 'isActive' | 'savedBy'
  >
>

/** Writes a change of a workflow that is locked: its version, what it names, and what triggers are told. */
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
  await tellTriggers(before.trigger, workflow)
}
