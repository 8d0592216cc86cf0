import { tenantTable } from '@crossdock/kernel/tenancy'
import type { Workflow } from '../models/workflow.js'
import { WorkflowVersion } from '../models/workflow_version.js'

type Versioned = Pick<
  Workflow,
  'id' | 'name' | 'triggerType' | 'triggerConfig' | 'steps' | 'savedBy'
>

/** Returns the fields whose change creates a new version. */
export const definitionOf = ({ name, triggerType, triggerConfig, steps }: Versioned) => ({
  name,
  triggerType,
  triggerConfig,
  steps,
})

/** Returns whether a workflow is inactive and has no steps. */
export const isBlank = ({ steps, isActive }: Pick<Workflow, 'steps' | 'isActive'>) =>
  !isActive && steps.length === 0

/**
 * Stores a definition for its runs, in the transaction that saves it.
 * @returns the id of its row
 */
export async function keepVersion(workflow: Versioned): Promise<string> {
  const last = await outermost(workflow.id, 'desc')
  return keep(workflow, Math.max(last, 0) + 1)
}

/**
 * Stores a draft as a version for its test run. The version number is negative, so no list shows it. The row is
 * deleted with the run. The caller must have locked the workflow.
 */
export async function keepTested(draft: Versioned): Promise<string> {
  const last = await outermost(draft.id, 'asc')
  return keep(draft, Math.min(last, 0) - 1)
}

async function outermost(workflowId: string, direction: 'asc' | 'desc'): Promise<number> {
  const [found] = await WorkflowVersion.query()
    .where('workflow_id', workflowId)
    .orderBy('version', direction)
    .limit(1)
    .select('version')
  return found?.version ?? 0
}

async function keep(workflow: Versioned, version: number): Promise<string> {
  const { id: workflowId, name, triggerType, triggerConfig, steps, savedBy } = workflow
  const { id } = await WorkflowVersion.create({
    workflowId,
    name,
    triggerType,
    triggerConfig,
    steps,
    savedBy,
    version,
  })
  return id
}

/**
 * Deletes versions of a deleted workflow that no run references. The other versions are deleted with their runs.
 */
export async function forgetVersions(workflowId: string): Promise<void> {
  await withoutRuns(workflowId).delete()
}

/** Deletes tested drafts of a workflow that no run references. */
export async function forgetTested(workflowId: string): Promise<void> {
  await withoutRuns(workflowId).where('version', '<', 0).delete()
}

const withoutRuns = (workflowId: string) =>
  tenantTable('integration_workflow_versions')
    .where('workflow_id', workflowId)
    .whereNotExists((query) =>
      query
        .from('flow_execution_history')
        .whereColumn('version_id', 'integration_workflow_versions.id')
    )
