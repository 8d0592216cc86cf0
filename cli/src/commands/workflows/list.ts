import type { Workflow } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'

const TRIGGERS: Record<string, string> = {
  file_event: 'File Events',
  webhook: 'Webhook',
  scheduled: 'Scheduled',
  manual: 'Manual Trigger',
}

export async function listWorkflows(factory: Factory): Promise<void> {
  const api = await factory.api()
  const workflows = await api.all<Workflow>('/api/integrations/workflows', {
    sort: ['name', 'ASC'],
  })
  await factory.printList(
    workflows,
    [
      { title: 'Name', text: (workflow) => workflow.name },
      {
        title: 'Trigger',
        text: (workflow) => TRIGGERS[workflow.triggerType] ?? workflow.triggerType,
        raw: (workflow) => workflow.triggerType,
      },
      { title: 'Steps', text: (workflow) => String(workflow.steps.length), align: 'right' },
      {
        title: 'Status',
        text: (workflow) => (workflow.isActive ? 'Active' : 'Inactive'),
        raw: (workflow) => (workflow.isActive ? 'active' : 'inactive'),
        style: (workflow, colors) => (workflow.isActive ? colors.green : colors.yellow),
      },
      {
        title: 'Modified',
        text: (workflow) => formatRelative(workflow.updatedAt),
        raw: (workflow) => workflow.updatedAt,
      },
      { title: 'Id', text: (workflow) => workflow.id, onlyPiped: true },
    ],
    'No workflows configured yet.'
  )
}
