import {
  agreedChangeOf,
  type Agreed,
  type AgreedChange,
  type Result,
  type SideName,
} from '@crossdock/sync-engine'
import type { Outcome, Report, ReportedEntry } from '@crossdock/sync-engine/protocol'
import type { SyncContract } from '../models/sync_contract.js'
import type { SyncSide } from '../models/sync_side.js'
import { countDone, openRunOf, setState } from '../rows/index.js'
import { parseThen, parseWork, workOf, type WorkRow } from '../runs/agent_work.js'
import { sumOf } from '../runs/done.js'
import type { Change } from '../runs/ends/end.js'
import {
  agreedNamed,
  deleteRows,
  dropEntries,
  failedFilesOf,
  skipForNow,
  keepChanges,
  keepEntries,
  stopSkipping,
  type FailedFile,
} from '../runs/rows.js'

/**
 * Records the outcomes of work, in the transaction of the report. The new agreed state comes from the plan and
 * the agent's report. The other end is not read, because it may have changed.
 * @returns whether any work ended, whether files were sent, and whether any work failed
 */
export async function takeOutcomes(
  contract: SyncContract,
  { side, epoch }: SyncSide,
  report: Report
): Promise<Record<'hasEnded' | 'hasSent' | 'hasFailed', boolean>> {
  const { outcomes } = report
  if (outcomes.length === 0) return { hasEnded: false, hasSent: false, hasFailed: false }
  const rows = await workRows(contract.id, side, outcomes)
  const agreed = await agreedNamed(contract.id, keysOf(rows.values()))
  const isReported = new Set([...report.changed.map(({ id }) => id), ...report.removed])
  const done: Change[] = []
  const good: string[] = []
  const entries = new Map<string, ReportedEntry | null>()
  const changes = new Map<string, AgreedChange>()
  let hasFailed = false
  let held: Map<string, FailedFile> | undefined
  for (const outcome of outcomes) {
    const row = rows.get(outcome.workId)
    // A newer plan has dropped this work. The reported tree shows the actual state.
    if (!row) continue
    if (outcome.state === 'failed') {
      hasFailed = true
      held ??= await failedFilesOf(contract.id)
      await holdFailed(contract.id, row, outcome, held)
      continue
    }
    if (outcome.state === 'stale') continue
    good.push(row.path)
    const { entry } = outcome
    if (entry && !isReported.has(entry.id)) entries.set(entry.id, entry)
    const change = parseThen(row)?.change
    if (!change) continue
    if (change.type === 'remove') entries.set(change.expected.id, null)
    if (!entry && change.type !== 'remove') continue
    const changed = applyAgreed(change, entry, agreed)
    if (changed) changes.set(change.key, changed)
    done.push(change)
  }
  if (!report.isWhole) {
    const kept = [...entries.values()].filter((entry) => entry !== null)
    const gone = [...entries].flatMap(([id, entry]) => (entry ? [] : [id]))
    await dropEntries(contract.id, side, epoch, gone)
    await keepEntries(contract.id, side, epoch, kept)
  }
  await keepChanges(contract.id, [...changes.values()])
  await deleteRows('sync_work', { contract_id: contract.id, side }, 'id', [...rows.keys()])
  await stopSkipping(contract.id, good)
  const run = done.length > 0 ? await openRunOf(contract.id) : null
  if (run) {
    await countDone(run, sumOf(done))
    const { filesDone, bytesDone } = run
    await setState(contract, { figures: { filesDone, bytesDone } })
  }
  const hasSent = [...rows.values()].some(({ type }) => type === 'send')
  return { hasEnded: rows.size > 0, hasSent, hasFailed }
}

async function workRows(
  contractId: string,
  side: SideName,
  outcomes: readonly Outcome[]
): Promise<Map<string, WorkRow>> {
  const ids = [...new Set(outcomes.map(({ workId }) => workId))]
  const found = new Map<string, WorkRow>()
  for (let at = 0; at < ids.length; at += 400) {
    for (const row of await workOf(contractId, side).whereIn('id', ids.slice(at, at + 400)))
      found.set(row.id, row)
  }
  return found
}

function keysOf(rows: Iterable<WorkRow>): string[] {
  return [...rows].flatMap((row) => parseThen(row)?.change?.key ?? [])
}

/** Updates the agreed state in memory, on which later outcomes build. Returns the change to store. */
function applyAgreed(
  change: Change,
  entry: (Result & { hash: string | null }) | null,
  agreed: Map<string, Agreed>
): AgreedChange | null {
  // The agent wrote other bytes, so the next plan compares the present state.
  if (change.type === 'write' && entry?.hash !== change.hash) return null
  const changed = agreedChangeOf(change, entry, agreed.get(change.key) ?? null)
  if (changed?.type === 'set') agreed.set(changed.agreed.key, changed.agreed)
  else if (changed) agreed.delete(changed.key)
  return changed
}

async function holdFailed(
  contractId: string,
  row: WorkRow,
  { code, message }: Extract<Outcome, { state: 'failed' }>,
  held: ReadonlyMap<string, FailedFile>
): Promise<void> {
  const { path, side } = row
  await skipForNow(contractId, { path, side, code, message }, held.get(path))
}

/** Returns the work of an end, oldest first, and marks it as in progress. */
export async function takeWork(contractId: string, side: SideName, most: number, now: string) {
  const rows = await workOf(contractId, side).orderBy('position').orderBy('id').limit(most)
  const fresh = rows.filter(({ state }) => state === 'waiting').map(({ id }) => id)
  for (let at = 0; at < fresh.length; at += 400) {
    await workOf(contractId, side)
      .whereIn('id', fresh.slice(at, at + 400))
      .update({ state: 'sent', started_at: now })
  }
  return rows.map(parseWork)
}
