import { recordEvent } from '@crossdock/kernel/events'
import { systemActor, tenantTable, withContext } from '@crossdock/kernel/tenancy'
import { approvalsChanged } from '../event_types.js'
import { Approval } from '../models/approval.js'

/**
 * Notifies the consoles of the people who are asked that their approvals have changed, in the current
 * transaction.
 */
export async function notifyAsked(approvalIds: readonly string[]): Promise<void> {
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

/** Like `notifyAsked`, for the open approvals of a run that ends or continues. */
export async function notifyAskedOf(runId: string): Promise<void> {
  const open = await Approval.query().where({ run_id: runId, status: 'open' }).select('id')
  await notifyAsked(open.map(({ id }) => id))
}
