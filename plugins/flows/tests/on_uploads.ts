import { newId } from '@crossdock/kernel/database'
import { Workflow } from '../models/workflow.js'

/** Workflows without steps, ordered by id, that react to every upload; their runs complete immediately. */
export function onUploads(count: number, triggerType = 'file_event'): Workflow[] {
  const ids = Array.from({ length: count }, newId).sort()
  return ids.map((id, at) => {
    const workflow = new Workflow().fill({
      name: `Workflow ${at}`,
      description: null,
      triggerType,
      isActive: true,
      triggerConfig: { eventTypes: ['file_upload'] },
      steps: [],
    })
    workflow.id = id
    return workflow
  })
}
