import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { flowsRead, flowsWrite } from './contracts/index.js'
import { testTrigger } from './definition/test_trigger.js'
import { flowAlerted, flowFailed } from './event_types.js'

/** Reports failed runs, at most once an hour for a workflow. */
export const runFailed: NotificationKind = {
  label: text('Workflow failed'),
  description: text('A run of a workflow failed. Sent at most once an hour for each workflow.'),
  on: [flowFailed],
  permission: flowsWrite,
  // The screen that runs the test of a draft reports its failure.
  wants: ({ payload }) => payload.triggerType !== testTrigger,
  to: 'holders',
  defaults: { console: true, mail: true },
  bundle: ({ sourceId, payload }) => sourceId ?? String(payload.flowId),
  several: ({ flowName }, count) =>
    text('Workflow {name} failed {count} times within an hour', { name: String(flowName), count }),
}

/** Sent to the members in the alert settings. The quiet time limits how often. */
export const alert: NotificationKind = {
  label: text('Alert of a workflow'),
  description: text('A workflow with alerts failed, takes too long or does not run.'),
  on: [flowAlerted],
  permission: flowsRead,
  to: ({ payload }) => (Array.isArray(payload.members) ? payload.members.map(String) : []),
  defaults: { console: true, mail: true },
}
