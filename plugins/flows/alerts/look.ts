import { clock, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { Execution } from '../models/execution.js'
import { FlowAlert } from '../models/flow_alert.js'
import { Workflow } from '../models/workflow.js'
import { sendAlert } from './send_alert.js'

const atOnce = 200

interface Watched {
  id: string
  tenant_id: string
}

/** Looks for slow and missing runs of every workflow with these alerts. */
export async function lookForAlerts(signal: AbortSignal): Promise<void> {
  for (let last = ''; ;) {
    const after = last
    const rows: Watched[] = await asOperator('find the workflows with alerts', async () =>
      unscoped()
        .from(FlowAlert.table)
        .where('id', '>', after)
        .where((query) =>
          query.whereNotNull('longer_than_minutes').orWhereNotNull('not_within_hours')
        )
        .orderBy('id')
        .limit(atOnce)
        .select('id', 'tenant_id')
    )
    for (const { id, tenant_id: tenantId } of rows) {
      signal.throwIfAborted()
      await inTenant(tenantId, () => checkWorkflow(id))
    }
    if (rows.length < atOnce) return
    last = rows.at(-1)!.id
  }
}

async function checkWorkflow(id: string): Promise<void> {
  const alert = await FlowAlert.find(id)
  const workflow = alert && (await Workflow.find(alert.workflowId))
  if (!alert || !workflow) return
  const ago = (ms: number) => new Date(clock.now() - ms).toISOString()
  if (alert.longerThanMinutes !== null) {
    const before = ago(alert.longerThanMinutes * 60_000)
    // Active runs are few, even with a long history.
    const [slow] = await Execution.query()
      .whereIn('status', ['started', 'running'])
      .where('flow_id', workflow.id)
      .where('started_at', '<=', before)
      .orderBy('created_at')
      .limit(1)
    if (slow) await sendAlert(alert, workflow, 'tooLong', slow)
  }
  if (alert.notWithinHours === null || !workflow.isActive) return
  const since = ago(alert.notWithinHours * 3_600_000)
  const [newest] = await Execution.query()
    .where('flow_id', workflow.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  // Without any run, the period starts with the last change of the alert settings.
  const expected = [newest?.createdAt, newest ? undefined : alert.updatedAt].find(Boolean)!
  if (expected <= since) await sendAlert(alert, workflow, 'missing', newest ?? null)
}
