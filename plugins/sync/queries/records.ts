import { notFound } from '@crossdock/kernel/ground'
import {
  Page,
  paginate,
  searched,
  searchIn,
  type ListDefinition,
  type ListRequest,
} from '@crossdock/kernel/lists'
import { conflictStates, keptReasons, runStatuses, sides } from '../contracts/names.js'
import { syncRuns } from '../contracts/runs.js'
import { SyncConflict } from '../models/sync_conflict.js'
import { SyncKept } from '../models/sync_kept.js'
import { SyncRun } from '../models/sync_run.js'
import { SyncSkipped } from '../models/sync_skipped.js'
import { closedContracts, findContract, findOpenContract, isClosed } from './contracts.js'

export const runList: ListDefinition = {
  resource: 'sync-runs',
  filters: { status: runStatuses },
  sorts: { startedAt: 'started_at' },
  defaultSort: ['startedAt', 'desc'],
}

/** @throws Problem 404 */
export async function listRuns(contractId: string, request: ListRequest) {
  const contract = await findContract(contractId)
  const page = await paginate(SyncRun.query().where('contract_id', contractId), runList, request)
  // The message of a partial run contains the name of a file.
  const partial = page.rows.filter(({ status }) => status === 'partial')
  if (partial.length > 0 && (await isClosed(contract))) {
    for (const run of partial) run.message = null
  }
  return page
}

export const skippedList: ListDefinition = {
  resource: 'sync-skipped',
  filters: { search: 'text', side: sides, reason: 'text' },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'asc'],
}

/** @throws Problem 403, 404 */
export async function listSkipped(contractId: string, request: ListRequest) {
  await findOpenContract(contractId)
  const rows = SyncSkipped.query().where('contract_id', contractId)
  return paginate(rows, skippedList, request, { search: searchIn('path', 'detail') })
}

export const transferList: ListDefinition = {
  resource: 'sync-transfers',
  filters: {},
  sorts: { startedAt: 'started_at' },
  defaultSort: ['startedAt', 'asc'],
}

/** @throws Problem 403, 404 */
export async function listTransfers(contractId: string, { offset, limit }: ListRequest) {
  await findOpenContract(contractId)
  const { rows, total } = await syncRuns.use().transfers(contractId, { offset, limit })
  return new Page(rows, total, offset)
}

export const conflictList: ListDefinition = {
  resource: 'sync-conflicts',
  filters: { search: 'text', contractId: 'id', state: conflictStates },
  sorts: { openedAt: 'opened_at' },
  defaultSort: ['openedAt', 'desc'],
}

/** Conflicts of contracts whose files the caller may see. */
export async function listConflicts(request: ListRequest) {
  const query = SyncConflict.query()
  const closed = await closedContracts()
  if (closed.length > 0) query.whereNotIn('contract_id', closed)
  return paginate(query, conflictList, request, { search: searched('sync_conflicts', 'path') })
}

/** @throws Problem 403, 404 */
export async function findConflict(
  id: string,
  { lock = false }: { lock?: boolean } = {}
): Promise<SyncConflict> {
  const query = SyncConflict.query().where('id', id)
  const conflict = await (lock ? query.forUpdate() : query).first()
  if (!conflict) throw notFound('There is no conflict with the id "{id}".', id)
  await findOpenContract(conflict.contractId)
  return conflict
}

export const keptList: ListDefinition = {
  resource: 'sync-kept',
  filters: { search: 'text', reason: keptReasons },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

/**
 * Kept versions that were overwritten or deleted for a contract.
 * @throws Problem 403, 404
 */
export async function listKept(contractId: string, request: ListRequest) {
  await findOpenContract(contractId)
  const rows = SyncKept.query().where('contract_id', contractId).whereNot('reason', 'transit')
  return paginate(rows, keptList, request, { search: searched('sync_kept', 'path') })
}

/** @throws Problem 403, 404 */
export async function findKept(contractId: string, id: string): Promise<SyncKept> {
  await findOpenContract(contractId)
  const kept = await SyncKept.query().where('id', id).where('contract_id', contractId).first()
  if (!kept) throw notFound('There is no kept version with the id "{id}".', id)
  return kept
}
