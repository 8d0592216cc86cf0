import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/http'
import { flowsWrite } from './contracts/index.js'
import { flowFailed } from './event_types.js'

/** Once an hour for a workflow, however often its runs fail. */
export const runFailed: NotificationKind = {
  label: text('Workflow failed'),
  description: text('A run of a workflow failed. Told once an hour for each workflow.'),
  on: [flowFailed],
  permission: flowsWrite,
  to: 'holders',
  defaults: { console: true, mail: true },
  bundle: ({ sourceId, payload }) => sourceId ?? String(payload.flowId),
  several: ({ flowName }, count) =>
    text('Workflow {name} failed {count} times within an hour', { name: String(flowName), count }),
}
