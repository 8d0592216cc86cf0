import { invalid, text } from '@crossdock/kernel/http'
import { connectedSystems, type TriggeredWorkflow } from '../contracts/index.js'
import { SystemFlow } from '../models/system_flow.js'

type Triggered = TriggeredWorkflow<{ systemId?: string | null; eventType: string }>

/**
 * Notes which event of which system starts a workflow, in the transaction that saves it.
 * @throws Problem 422 when the system was deleted meanwhile
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

/** Something else starts the workflow from now on. */
export async function leaveSystemFlow({ id }: Triggered): Promise<void> {
  await SystemFlow.query().where('workflow_id', id).delete()
}

const rowOf = (workflowId: string) => SystemFlow.query().where('workflow_id', workflowId).first()
