import { tenantTable } from '@crossdock/kernel/tenancy'
import type { Workflow } from '../models/workflow.js'
import { WorkflowVersion } from '../models/workflow_version.js'

type Versioned = Pick<
  Workflow,
  'id' | 'name' | 'triggerType' | 'triggerConfig' | 'steps' | 'savedBy'
>

/** What makes a version another one. */
export const definitionOf = ({ name, triggerType, triggerConfig, steps }: Versioned) => ({
  ...{ name, triggerType, triggerConfig, steps },
})

/** Keeps a definition for its runs, in the transaction that saves it. Returns the id of its row. */
export async function keepVersion(workflow: Versioned): Promise<string> {
  const { id: workflowId, name, triggerType, triggerConfig, steps, savedBy } = workflow
  const [last] = await WorkflowVersion.query()
    .where('workflow_id', workflowId)
    .orderBy('version', 'desc')
    .limit(1)
    .select('version')
  const { id } = await WorkflowVersion.create({
    ...{ workflowId, name, triggerType, triggerConfig, steps, savedBy },
    version: (last?.version ?? 0) + 1,
  })
  return id
}

/** Those of a deleted workflow that no run points at; the others stay with their runs. */
export async function forgetVersions(workflowId: string): Promise<void> {
  await tenantTable('integration_workflow_versions')
    .where('workflow_id', workflowId)
    .whereNotExists((query) =>
      query
        .from('flow_execution_history')
        .whereColumn('version_id', 'integration_workflow_versions.id')
    )
    .delete()
}
