import { clock, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { enqueue } from '@crossdock/kernel/jobs'
import { insertMissing, tenantTable, withContext } from '@crossdock/kernel/tenancy'
import { flowAlerted } from '../event_types.js'
import { postAlert } from '../job_refs.js'
import type { Execution } from '../models/execution.js'
import type { FlowAlert } from '../models/flow_alert.js'
import type { Workflow } from '../models/workflow.js'

export type AlertKind = 'failure' | 'tooLong' | 'missing'

const states = 'flow_alert_states'

/**
 * Alerts people about a workflow. Does nothing if this run caused the last alert of this kind, or if that alert is
 * within the quiet time. Event and state row commit together, so only one of several processes alerts.
 * @param run the run with the problem; for missing runs the last run, or null
 */
export async function sendAlert(
  alert: FlowAlert,
  workflow: Pick<Workflow, 'id' | 'name' | 'environmentId'>,
  kind: AlertKind,
  run: Pick<Execution, 'id' | 'executionId'> | null
): Promise<boolean> {
  const { environmentId } = workflow
  return withContext({ environmentId }, () =>
    transaction(async () => {
      const key = { workflow_id: workflow.id, kind }
      await insertMissing(states, [{ ...key, about: '' }])
      const about = run?.id ?? 'none'
      const quietSince = new Date(clock.now() - alert.quietMinutes * 60_000).toISOString()
      const updated = await tenantTable(states)
        .where(key)
        .whereNot('about', about)
        .where((query) => query.whereNull('told_at').orWhere('told_at', '<=', quietSince))
        .update({ about, told_at: now() })
      if (Number([updated].flat()[0]) === 0) return false
      const payload = {
        flowId: workflow.id,
        flowName: workflow.name,
        executionId: run?.executionId ?? null,
        kind,
        limit: kind === 'tooLong' ? alert.longerThanMinutes : alert.notWithinHours,
        members: alert.members,
      }
      await recordEvent(flowAlerted, {
        target:
          run && kind !== 'missing'
            ? { type: 'flow_execution', id: run.id }
            : { type: 'workflow', id: workflow.id },
        source: { type: 'workflow', id: workflow.id },
        payload,
      })
      if (alert.webhookAddress) {
        const { members: _members, ...body } = payload
        await enqueue(postAlert, { alertId: alert.id, body: { ...body, at: now() } })
      }
      return true
    })
  )
}
