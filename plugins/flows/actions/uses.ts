import { insertAll } from '@crossdock/kernel/tenancy'
import type { Workflow } from '../models/workflow.js'
import { WorkflowUse } from '../models/workflow_use.js'

const quotedId = /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/gi

/**
 * Notes what the steps of a workflow name, in the transaction that saves them: `uses` is looked up there. Every
 * text that is an id counts, because only its type knows what a part of a config refers to.
 */
export async function keepUses({ id: workflowId, steps }: Workflow): Promise<void> {
  const named = [...JSON.stringify(steps).matchAll(quotedId)].map(([, id]) => id!.toLowerCase())
  await WorkflowUse.query().where('workflow_id', workflowId).delete()
  const uses = [...new Set(named)].map((usedId) => new WorkflowUse().fill({ workflowId, usedId }))
  await insertAll(uses)
}
