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

/** Withdraws the open approvals of a run that fails or is cancelled, and notifies the people who are asked. */
export const withdrawApprovals = (runId: string) => change(runId, 'open', 'withdrawn')

/** Opens the withdrawn approvals of a run that is retried, and notifies the people who are asked. */
export const reopenApprovals = (runId: string) => change(runId, 'withdrawn', 'open')

type Status = Approval['status']

async function change(runId: string, from: Status, to: Status): Promise<void> {
  const rows = await Approval.query().where({ run_id: runId, status: from }).select('id')
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await Approval.query().whereIn('id', ids).where('status', from).update({ status: to })
  await notifyAsked(ids)
}
