import { isDeepStrictEqual } from 'node:util'
import { change, clock, transaction } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'
import type { Report, ReportAnswer, ReportedEntry } from '@crossdock/sync-engine/protocol'
import type { SyncContract } from '../models/sync_contract.js'
import { SyncSide } from '../models/sync_side.js'
import { lockedContract, openRunOf } from '../rows/index.js'
import { mostWork, workOf } from '../runs/agent_work.js'
import { sideOf } from '../runs/ends/open.js'
import { requestPass } from '../runs/pass_row.js'
import { dropEntries, keepEntries } from '../runs/rows.js'
import { assertOwn, callingAgent } from './ends.js'
import { takeOutcomes } from './outcomes.js'

/** Changes often come in groups, so a pass waits this long for more changes. */
const gatherMs = 100

/**
 * Finished work starts a new plan only if at most this much work is left. After sent files the limit is half
 * of the maximum: the server stores the first half while the agent sends the second.
 */
const enoughWork = 1_000
const enoughToSend = mostWork / 2

/**
 * Stores an agent's report of its folder, in one transaction.
 * @throws Problem 404
 */
export function takeReport(
  contractId: string,
  side: SideName,
  report: Report
): Promise<ReportAnswer> {
  const agentId = callingAgent()
  return transaction(async () => {
    const contract = assertOwn(await lockedContract(contractId), contractId, side, agentId)
    const { id } = await sideOf(contract, side)
    const row = await SyncSide.query().where('id', id).forUpdate().firstOrFail()
    if (!contract.isActive) return { state: 'inactive', hasWork: false }
    if (!continuesState(row, report)) {
      await clearStaged(row)
      await row.merge({ staged: null }).save()
      return { state: 'again', hasWork: false }
    }
    const isAlone = report.part === 0 && report.isLast && !report.isWhole
    if (isAlone) await applyChanges(row, report)
    else await stagePart(row, report)
    if (report.isLast) await completeReport(row, report)
    const { hasEnded, hasSent, hasFailed } = await takeOutcomes(contract, row, report)
    const left = await countWork(contract, side)
    const isDue = left <= (hasSent ? enoughToSend : enoughWork)
    const isReason = isDue || hasFailed || isNews(report)
    if (report.isLast && isReason && (await needsPass(contract))) {
      // The agent has finished its work, so no further changes are likely.
      const isDone = left === 0 && hasEnded
      await requestPass(contractId, { trigger: 'continuous', delayMs: isDone ? 0 : gatherMs })
    }
    return { state: 'held', hasWork: left > 0 }
  })
}

/** Returns whether a contract synchronizes continuously, or has an open run. */
async function needsPass({ id, syncMode }: SyncContract): Promise<boolean> {
  return syncMode === 'continuous' || (await openRunOf(id))?.status === 'running'
}

/**
 * Returns whether a report continues the stored state. An incomplete report, or a report that is based on
 * another state, would look like deletions.
 */
function continuesState(row: SyncSide, { stateId, generation, part, isWhole }: Report): boolean {
  if (!isWhole && (row.stateId !== stateId || Number(row.generation) !== generation - 1)) {
    return false
  }
  if (part === 0) return true
  const before = row.staged
  return (
    before?.part === part - 1 &&
    before.stateId === stateId &&
    before.generation === generation &&
    before.isWhole === isWhole
  )
}

/** Returns whether a report contains more than the successful outcome of work. */
function isNews({ isWhole, changed, removed, outcomes }: Report): boolean {
  if (isWhole || removed.length > 0) return true
  if (outcomes.some(({ state }) => state !== 'done')) return true
  const written = new Map<string, ReportedEntry>()
  for (const one of outcomes)
    if (one.state === 'done' && one.entry) written.set(one.entry.id, one.entry)
  return changed.some((entry) => !isDeepStrictEqual(entry, written.get(entry.id)))
}

async function applyChanges({ contractId, side, epoch }: SyncSide, report: Report): Promise<void> {
  await dropEntries(contractId, side, epoch, report.removed)
  await keepEntries(contractId, side, epoch, report.changed)
}

/** Stores the received parts of a report as rows of the next epoch. */
async function stagePart(row: SyncSide, { changed, removed, ...report }: Report): Promise<void> {
  const { contractId, side, epoch } = row
  if (report.part === 0) await clearStaged(row)
  const gone = removed.map((id) => ({ id, kind: 'gone' as const }))
  await keepEntries(contractId, side, epoch + 1, [...gone, ...changed])
  const { stateId, generation, part, isWhole } = report
  await row.merge({ staged: { stateId, generation, part, isWhole } }).save()
}

const staged = 'tenant_id = ? and contract_id = ? and side = ? and epoch = ?'

async function clearStaged({ contractId, side, epoch }: SyncSide): Promise<void> {
  await change(`delete from sync_entries where ${staged}`, [
    currentTenantId(),
    contractId,
    side,
    epoch + 1,
  ])
}

/** Completes a report after its last part. */
async function completeReport(row: SyncSide, report: Report): Promise<void> {
  const { contractId, side, epoch } = row
  const next = [currentTenantId(), contractId, side, epoch + 1]
  const { stateId, generation, isWhole, isRootThere, traits } = report
  if (row.staged && !isWhole) await mergeStaged(row)
  if (isWhole) await change(`delete from sync_entries where ${staged} and kind = 'gone'`, next)
  // If the answer to the last report was lost, the agent repeats its generation as a whole report.
  const behind = generation - Number(row.generation)
  const isKnown = row.stateId === stateId && (behind === 1 || behind === 0)
  await row
    .merge({
      stateId,
      generation,
      isRootThere,
      traits,
      staged: null,
      // The agent lost its state, or the server was restored, so missing entries were not deleted.
      isTrusted: row.stateId === null || (row.isTrusted && isKnown),
      epoch: isWhole ? epoch + 1 : epoch,
      lastScanAt: clock.date().toISOString(),
    })
    .save()
  if (isWhole) await deleteOldRows(row)
}

async function mergeStaged({ contractId, side, epoch }: SyncSide): Promise<void> {
  const at = [currentTenantId(), contractId, side]
  await change(
    `delete from sync_entries where ${staged} and entry_id in (select entry_id from sync_entries where ${staged})`,
    [...at, epoch, ...at, epoch + 1]
  )
  await change(`delete from sync_entries where ${staged} and kind = 'gone'`, [...at, epoch + 1])
  await change(`update sync_entries set epoch = ? where ${staged}`, [epoch, ...at, epoch + 1])
}

/** Deletes the rows of the previous report. */
async function deleteOldRows({ contractId, side, epoch }: SyncSide): Promise<void> {
  await change(
    'delete from sync_entries where tenant_id = ? and contract_id = ? and side = ? and epoch < ?',
    [currentTenantId(), contractId, side, epoch]
  )
}

async function countWork({ id }: SyncContract, side: SideName): Promise<number> {
  const [row] = await workOf(id, side).count('* as total')
  return Number((row as unknown as { total: number }).total)
}
