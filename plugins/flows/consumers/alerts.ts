import type { Consumer } from '@crossdock/kernel/events'
import { sendAlert } from '../alerts/send_alert.js'
import { flowFailed } from '../event_types.js'
import { FlowAlert } from '../models/flow_alert.js'
import { Workflow } from '../models/workflow.js'

/** Alerts people about failed runs of workflows with this alert. */
export const alerts: Consumer = {
  name: 'flows.alerts',
  from: 'now',
  on: [flowFailed],
  async handle(events) {
    const ids = [...new Set(events.map(({ payload }) => String(payload.flowId)))]
    const wanted = await FlowAlert.query().whereIn('workflow_id', ids).where('on_failure', true)
    if (wanted.length === 0) return
    const found = await Workflow.query().whereIn(
      'id',
      wanted.map(({ workflowId }) => workflowId)
    )
    for (const { targetId, payload } of events) {
      const alert = wanted.find(({ workflowId }) => workflowId === payload.flowId)
      const workflow = found.find(({ id }) => id === payload.flowId)
      if (!alert || !workflow || !targetId) continue
      const run = { id: targetId, executionId: String(payload.executionId) }
      await sendAlert(alert, workflow, 'failure', run)
    }
  },
}
