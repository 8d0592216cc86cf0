import type { SystemFlow } from '@crossdock/client'
import { activeColumn, modifiedColumn } from '../../records/columns.js'
import type { RecordKind } from '../../records/kind.js'

export const systemFlowKind: RecordKind<SystemFlow> = {
  noun: 'system-flows',
  one: 'system flow',
  path: '/api/system-flows',
  about: (flow) => flow.triggerEventType,
  columns: [
    { title: 'Name', text: (flow) => flow.name },
    { title: 'Event', text: (flow) => flow.triggerEventType },
    { title: 'Rules', text: (flow) => String(flow.validationRules.length), align: 'right' },
    { title: 'Steps', text: (flow) => String(flow.flowSteps.length), align: 'right' },
    activeColumn(),
    modifiedColumn(),
    { title: 'System', text: (flow) => flow.triggerSystemId, onlyPiped: true },
    { title: 'Id', text: (flow) => flow.id, onlyPiped: true },
  ],
}
