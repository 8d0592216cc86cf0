import { recordEvent } from '@crossdock/kernel/events'
import { systemActor, tenantTable, withContext } from '@crossdock/kernel/tenancy'
import { approvalsChanged } from '../event_types.js'
import { Approval } from '../models/approval.js'

/** Tells the consoles of those who are asked, in the current transaction, that what waits for them has changed. */
export async function tellAsked(approvalIds: readonly string[]): Promise<void> {
  if (approvalIds.length === 0) return
  const asked = (await tenantTable('flow_approval_people')
    .whereIn('approval_id', [...approvalIds])
    .select('user_id')) as { user_id: string }[]
  for (const userId of new Set(asked.map(({ user_id: id }) => id))) {
    await withContext({ actor: { ...systemActor, userId } }, () =>
      recordEvent(approvalsChanged, { target: { type: 'user', id: userId }, payload: {} })
    )
  }
}

/** As `tellAsked`, of the open questions of a run that ends or goes on. */
export async function tellAskedOf(runId: string): Promise<void> {
  const open = await Approval.query().where({ run_id: runId, status: 'open' }).select('id')
  await tellAsked(open.map(({ id }) => id))
}
