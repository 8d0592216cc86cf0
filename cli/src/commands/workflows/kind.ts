import type { Workflow } from '@crossdock/client'
import { activeColumn, modifiedColumn } from '../../records/columns.js'
import type { RecordKind } from '../../records/kind.js'

const TRIGGERS: Record<string, string> = {
  file_event: 'File Events',
  webhook: 'Webhook',
  scheduled: 'Scheduled',
  manual: 'Manual Trigger',
  system_event: 'System event',
}
const triggerOf = ({ triggerType }: Workflow) => TRIGGERS[triggerType] ?? triggerType

export const workflowKind: RecordKind<Workflow> = {
  noun: 'workflows',
  one: 'workflow',
  path: '/api/integrations/workflows',
  about: triggerOf,
  columns: [
    { title: 'Name', text: (workflow) => workflow.name },
    { title: 'Trigger', text: triggerOf, raw: (workflow) => workflow.triggerType },
    { title: 'Steps', text: (workflow) => String(workflow.steps.length), align: 'right' },
    activeColumn(),
    modifiedColumn(),
    { title: 'Id', text: (workflow) => workflow.id, onlyPiped: true },
  ],
}
