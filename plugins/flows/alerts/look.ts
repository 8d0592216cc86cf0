import { clock, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { Execution } from '../models/execution.js'
import { FlowAlert } from '../models/flow_alert.js'
import { Workflow } from '../models/workflow.js'
import { tellAlert } from './tell.js'

const atOnce = 200

interface Watched {
  id: string
  tenant_id: string
}

/** Looks for runs that take too long, and for those that did not come, of every workflow that has such an alert. */
export async function lookForAlerts(signal: AbortSignal): Promise<void> {
  for (let last = ''; ;) {
    const after = last
    const rows: Watched[] = await asOperator('which workflows are watched', async () =>
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
      await inTenant(tenantId, () => lookAt(id))
    }
    if (rows.length < atOnce) return
    last = rows.at(-1)!.id
  }
}

async function lookAt(id: string): Promise<void> {
  const alert = await FlowAlert.find(id)
  const workflow = alert && (await Workflow.find(alert.workflowId))
  if (!alert || !workflow) return
  const ago = (ms: number) => new Date(clock.now() - ms).toISOString()
  if (alert.longerThanMinutes !== null) {
    const before = ago(alert.longerThanMinutes * 60_000)
    // Runs under way are few, whatever the history.
    const [slow] = await Execution.query()
      .whereIn('status', ['started', 'running'])
      .where('flow_id', workflow.id)
      .where('started_at', '<=', before)
      .orderBy('created_at')
      .limit(1)
    if (slow) await tellAlert(alert, workflow, 'tooLong', slow)
  }
  if (alert.notWithinHours === null || !workflow.isActive) return
  const since = ago(alert.notWithinHours * 3_600_000)
  const [newest] = await Execution.query()
    .where('flow_id', workflow.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  // Of one that is new, or watched only since now, nobody expects a run before.
  const expected = [newest?.createdAt, newest ? undefined : alert.updatedAt].find(Boolean)!
  if (expected <= since) await tellAlert(alert, workflow, 'missing', newest ?? null)
}
