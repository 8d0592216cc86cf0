import { invalid, text } from '@crossdock/kernel/ground'
import { connectedSystems, type TriggeredWorkflow } from '../contracts/index.js'
import { SystemFlow } from '../models/system_flow.js'

type Triggered = TriggeredWorkflow<{ systemId?: string | null; eventType: string }>

/**
 * Stores which event of which system starts a workflow, in the transaction that saves the workflow.
 * @throws Problem 422 if the system was deleted in the meantime
 */
export async function keepSystemFlow({ id: workflowId, config }: Triggered): Promise<void> {
  const { systemId = null, eventType: triggerEventType } = config
  if (!systemId || !(await connectedSystems.use().hold(systemId))) {
    const sentence = text('There is no external system with the id "{id}".', { id: systemId ?? '' })
    throw invalid('triggerConfig.systemId', sentence, 'reference')
  }
  const row = (await rowOf(workflowId)) ?? new SystemFlow().fill({ workflowId })
  await row.merge({ triggerSystemId: systemId, triggerEventType }).save()
}

/** Deletes the stored event, because the workflow has another trigger from now on. */
export async function leaveSystemFlow({ id }: Triggered): Promise<void> {
  await SystemFlow.query().where('workflow_id', id).delete()
}

const rowOf = (workflowId: string) => SystemFlow.query().where('workflow_id', workflowId).first()
