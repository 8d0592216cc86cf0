import { presentRights } from '@crossdock/backend/access'
import { assetLibrary } from '@crossdock/backend/assets'
import { notFound, Problem, text } from '@crossdock/kernel/ground'
import { paginate, type ListDefinition, type ListRequest, type Row } from '@crossdock/kernel/lists'
import { currentContext, holds, tenantTable } from '@crossdock/kernel/tenancy'
import { flowsRead, flowsRun } from '../contracts/permissions.js'
import { Approval } from '../models/approval.js'

const approvalScopes = ['mine', 'open', 'all'] as const

export const approvalList: ListDefinition = {
  resource: 'approvals',
  filters: { scope: [...approvalScopes], runId: 'id' },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

const runIsActive = `exists (select 1 from flow_execution_history where flow_execution_history.id = flow_approvals.run_id
  and flow_execution_history.status in ('started', 'running'))`

/**
 * Returns the person whose approvals the caller may see or decide. People need no permission for their own
 * approvals. A token acts for its person only if it has all permissions of the person, or the permission to read
 * runs (`see`) or to start runs (`decide`).
 */
export async function personAsked(doing: 'see' | 'decide'): Promise<string | null> {
  const { actor, permissions } = currentContext()
  const needed = doing === 'see' ? flowsRead : flowsRun
  if (actor.type !== 'token' || holds(needed)) return actor.userId
  const person = await presentRights.use().of(actor.userId)
  const isWhole = [...person.permissions].every((name) => permissions.has(name))
  return isWhole ? actor.userId : null
}

/**
 * Lists the caller's open approvals, unless the filter selects others.
 * @throws Problem 403
 */
export async function listApprovals(list: ListRequest) {
  const { scope = list.filter.runId === undefined ? 'mine' : 'all', ...filter } = list.filter
  if (scope !== 'mine' && !holds(flowsRead)) throw needsFlowsRead()
  const query = Approval.query()
  if (scope !== 'all') query.where('status', 'open').whereRaw(runIsActive)
  if (scope === 'mine') {
    const userId = await personAsked('see')
    // Checked for each open approval, because a person may have been asked very often.
    const asked = tenantTable('flow_approval_people')
      .where('user_id', userId ?? '')
      .whereColumn('approval_id', 'flow_approvals.id')
    query.whereExists(asked as never)
  }
  const page = await paginate(query, approvalList, { ...list, filter })
  return page.map(await showApprovals(page.rows))
}

/**
 * Finds an approval that the caller was asked for, or may see as part of a run.
 * @throws Problem 404
 */
export async function findApproval(id: string): Promise<Approval> {
  const approval = await Approval.find(id)
  const userId = await personAsked('see')
  const isAsked = approval && userId !== null && (await askingApprovals([id], userId)).has(id)
  if (!approval || !(isAsked || holds(flowsRead))) {
    throw notFound('There is no approval with the id "{id}".', id)
  }
  return approval
}

/** Returns whether the run of an approval still waits. */
export async function isWaiting({ id }: Approval): Promise<boolean> {
  return (
    (await Approval.query()
      .where('id', id)
      .where('status', 'open')
      .whereRaw(runIsActive)
      .first()) !== null
  )
}

/** Returns the ids of those approvals that ask this person. */
async function askingApprovals(ids: readonly string[], userId: string): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = (await tenantTable('flow_approval_people')
    .where('user_id', userId)
    .whereIn('approval_id', [...ids])
    .select('approval_id')) as { approval_id: string }[]
  return new Set(rows.map(({ approval_id: id }) => id))
}

type Shown = Pick<
  Approval,
  | 'id'
  | 'runId'
  | 'stepId'
  | 'path'
  | 'flowId'
  | 'flowName'
  | 'executionId'
  | 'assetId'
  | 'question'
  | 'details'
  | 'status'
  | 'dueAt'
  | 'decidedBy'
  | 'decidedByName'
  | 'comment'
  | 'decidedAt'
> & { createdAt: string; tenantId: string }

/** Shows a page of approvals as the caller may see them. */
export async function showApprovals(rows: readonly (Row<Approval> | Approval)[]) {
  const userId = await personAsked('decide')
  const all = rows as unknown as Shown[]
  const mine = userId
    ? await askingApprovals(
        all.map(({ id }) => id),
        userId
      )
    : new Set<string>()
  const names = await assetLibrary.use().names(all.flatMap(({ assetId }) => assetId ?? []))
  const activeRuns = await activeRunIds(all)
  return (row: Row<Approval> | Approval) => {
    const one = row as unknown as Shown
    const isOpen = one.status === 'open' && activeRuns.has(one.runId)
    const assetName = one.assetId === null ? null : (names.get(one.assetId) ?? null)
    return {
      id: one.id,
      runId: one.runId,
      executionId: one.executionId,
      path: one.path,
      flowId: one.flowId,
      flowName: one.flowName,
      stepId: one.stepId,
      question: one.question,
      details: one.details,
      assetName,
      // The id of a file is hidden if the caller may not read the file or if it was deleted.
      assetId: assetName === null ? null : one.assetId,
      status: one.status === 'open' && !isOpen ? ('withdrawn' as const) : one.status,
      createdAt: one.createdAt,
      dueAt: one.dueAt,
      decidedAt: one.decidedAt,
      decidedBy: one.decidedBy,
      decidedByName: one.decidedByName,
      comment: one.comment,
      mayDecide: isOpen && mine.has(one.id),
    }
  }
}

async function activeRunIds(rows: readonly Shown[]): Promise<Set<string>> {
  const ids = rows.filter(({ status }) => status === 'open').map(({ runId }) => runId)
  if (ids.length === 0) return new Set()
  const found = (await tenantTable('flow_execution_history')
    .whereIn('id', ids)
    .whereIn('status', ['started', 'running'])
    .select('id')) as { id: string }[]
  return new Set(found.map(({ id }) => id))
}

const needsFlowsRead = () =>
  new Problem(
    403,
    'E_FORBIDDEN',
    text(
      'To see approvals of other people you need the permission flows.read. Leave out the scope to see yours.'
    )
  )
