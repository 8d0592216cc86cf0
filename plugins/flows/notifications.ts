import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/http'
import { flowsRead, flowsWrite } from './contracts/index.js'
import { testTrigger } from './definition/test_trigger.js'
import { flowAlerted, flowFailed } from './event_types.js'

/** Once an hour for a workflow, however often its runs fail. */
export const runFailed: NotificationKind = {
  label: text('Workflow failed'),
  description: text('A run of a workflow failed. Told once an hour for each workflow.'),
  on: [flowFailed],
  permission: flowsWrite,
  // Whoever tests a draft looks at it.
  wants: ({ payload }) => payload.triggerType !== testTrigger,
  to: 'holders',
  defaults: { console: true, mail: true },
  bundle: ({ sourceId, payload }) => sourceId ?? String(payload.flowId),
  several: ({ flowName }, count) =>
    text('Workflow {name} failed {count} times within an hour', { name: String(flowName), count }),
}

/** To whom the alerts of the workflow name; its quiet time says how often. */
export const alert: NotificationKind = {
  label: text('Alert of a workflow'),
  description: text('A workflow failed, takes too long or does not run, as its alerts say.'),
  on: [flowAlerted],
  permission: flowsRead,
  to: ({ payload }) => (Array.isArray(payload.members) ? payload.members.map(String) : []),
  defaults: { console: true, mail: true },
}
