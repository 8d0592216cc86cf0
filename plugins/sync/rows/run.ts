import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { english, text, type Text } from '@crossdock/kernel/ground'
import { enqueue } from '@crossdock/kernel/jobs'
import { countUse } from '@crossdock/kernel/ledger'
import { noLosses, type Losses, type SideName, type Stop } from '@crossdock/sync-engine'
import type { RequestedBy } from '../contracts/runs.js'
import type { RunEnd, RunTrigger } from '../contracts/names.js'
import { syncCompleted, syncFailed, syncStopped } from '../event_types.js'
import { endWaits } from '../job_refs.js'
import type { SyncContract } from '../models/sync_contract.js'
import { SyncRun, type RunCounts } from '../models/sync_run.js'
import { setState } from './contract.js'
import { contractTarget, factsOfRun } from './event_facts.js'

const none: RunCounts = {
  created: 0,
  changed: 0,
  moved: 0,
  deleted: 0,
  conflicts: 0,
  skipped: 0,
  failed: 0,
}

/** Returns the open run of a contract, running or waiting for its release. */
export function openRunOf(contractId: string): Promise<SyncRun | null> {
  return SyncRun.query().where('contract_id', contractId).whereNull('ended_at').first()
}

/**
 * Returns the open run, or opens a run. The caller must have locked the contract in its transaction. Stores the
 * token of a waiting step.
 */
export async function openRun(
  contract: SyncContract,
  trigger: RunTrigger,
  { userId, waitToken }: RequestedBy = { userId: null }
): Promise<SyncRun> {
  const { id: contractId, environmentId } = contract
  const run =
    (await openRunOf(contractId)) ??
    new SyncRun().fill({
      contractId,
      environmentId,
      trigger,
      startedBy: userId,
      status: 'running',
      startedAt: now(),
      endedAt: null,
      counts: none,
      filesDone: 0,
      bytesDone: 0,
      stop: null,
      message: null,
      released: null,
      waitTokens: [],
    })
  if (waitToken) run.waitTokens = [...run.waitTokens, waitToken]
  if (!run.$isPersisted || run.$isDirty) await run.save()
  return run
}

/** The progress since the last call. */
export interface RunProgress {
  counts?: Partial<RunCounts>
  /** Files whose content or path was copied to the other end. */
  files?: number
  bytes?: number
}

/**
 * Adds progress to a run, in the transaction of the changes. Each change counts as an operation in the usage of
 * the environment.
 */
export async function countDone(
  run: SyncRun,
  { counts = {}, files = 0, bytes = 0 }: RunProgress
): Promise<void> {
  const sum = { ...run.counts }
  for (const name of Object.keys(none) as (keyof RunCounts)[]) sum[name] += counts[name] ?? 0
  await run
    .merge({ counts: sum, filesDone: run.filesDone + files, bytesDone: run.bytesDone + bytes })
    .save()
  const { created = 0, changed = 0, moved = 0, deleted = 0 } = counts
  const operations = created + changed + moved + deleted
  if (operations > 0) countUse('syncOperations', operations)
}

/** Ends a run and resumes the waiting steps, in a transaction that has locked the contract. */
export async function endRun(
  contract: SyncContract,
  run: SyncRun,
  status: RunEnd,
  message: Text | null = null
): Promise<void> {
  if (run.endedAt) return
  const endedAt = now()
  await run.merge({ status, message, endedAt, stop: null }).save()
  const isSynced = status === 'completed' || status === 'partial'
  const failure = message ?? text('The run failed.')
  await setState(contract, {
    phase: !contract.isActive ? 'inactive' : status === 'failed' ? 'failed' : 'idle',
    stop: null,
    message: status === 'failed' ? failure : message,
    ...(isSynced ? { lastSyncAt: endedAt } : {}),
    figures: { filesDone: 0, files: 0, bytesDone: 0, bytes: 0 },
  })
  const facts = factsOfRun(contract, run)
  const target = contractTarget(contract)
  await (status === 'failed'
    ? recordEvent(syncFailed, { target, payload: { ...facts, message: english(failure) } })
    : recordEvent(syncCompleted, { target, payload: { ...facts, status, ...run.counts } }))
  if (run.waitTokens.length > 0) await enqueue(endWaits, { runId: run.id })
}

/** Stops a run until a person has reviewed the plan. Call it in a transaction that has locked the contract. */
export async function stopRun(contract: SyncContract, run: SyncRun, stop: Stop): Promise<void> {
  const { status, stop: last } = run
  const isTold = status === 'stopped' && last?.code === stop.code && last.side === stop.side
  await run.merge({ status: 'stopped', stop }).save()
  await setState(contract, { phase: 'stopped', stop, message: null })
  if (isTold) return
  const { contractId, name, runId } = factsOfRun(contract, run)
  const counted = stop.code === 'root_missing' ? { count: 0, of: 0 } : stop
  await recordEvent(syncStopped, {
    target: contractTarget(contract),
    payload: {
      contractId,
      name,
      runId,
      code: stop.code,
      side: stop.side,
      count: counted.count,
      of: counted.of,
    },
  })
}

/** Resumes a stopped run, in a transaction that has locked the contract. */
export async function resumeRun(contract: SyncContract, run: SyncRun): Promise<void> {
  await run.merge({ status: 'running', stop: null }).save()
  await setState(contract, { phase: 'syncing', stop: null, message: null })
}

/**
 * Resumes a run that a person has released. From now on, brakes count only losses beyond those that the stop
 * named. Other losses, such as those of the other side, can stop the run again.
 */
export async function releaseStop(contract: SyncContract, run: SyncRun): Promise<void> {
  const { stop, released } = run
  if (stop && stop.code !== 'root_missing') {
    const kind = stop.code === 'many_deletions' ? 'deletions' : 'changes'
    const before = released ?? noLosses()
    run.released = { ...before, [stop.side]: { ...before[stop.side], [kind]: stop.count } }
  }
  await resumeRun(contract, run)
}

/**
 * Reduces the losses that a person has released by the losses that were carried out.
 * @param held number of failed files that wait for a retry: no plan counts them, and they stay released
 */
export async function reduceReleased(
  run: SyncRun,
  left: Record<SideName, Losses>,
  held: number
): Promise<void> {
  const { released } = run
  if (!released) return
  const least = (side: SideName): Losses => ({
    deletions: Math.min(released[side].deletions, left[side].deletions + held),
    changes: Math.min(released[side].changes, left[side].changes + held),
  })
  await run.merge({ released: { source: least('source'), target: least('target') } }).save()
}
