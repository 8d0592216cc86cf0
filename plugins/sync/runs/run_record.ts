import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { english, text, type Text } from '@crossdock/kernel/http'
import { tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import type { Stop } from '@crossdock/sync-engine'
import type { Phase, RunEnd, RunTrigger } from '../contracts/index.js'
import { syncCompleted, syncFailed, syncStopped } from '../event_types.js'
import type { Figures, SyncContract } from '../models/sync_contract.js'
import { SyncRun, type RunCounts } from '../models/sync_run.js'

const noCounts: RunCounts = {
  ...{ created: 0, changed: 0, moved: 0, deleted: 0 },
  ...{ conflicts: 0, skipped: 0, failed: 0 },
}

/** The run of a contract that has not ended. */
export async function openRunOf(contractId: string): Promise<SyncRun | null> {
  return await SyncRun.query().where({ contractId }).whereNull('ended_at').first()
}

/** The run that goes on, or a new one, in the caller's transaction. */
export async function openRun(
  { id: contractId, environmentId }: SyncContract,
  trigger: RunTrigger,
  startedBy: string | null
): Promise<SyncRun> {
  const open = await openRunOf(contractId)
  if (open) return open
  return await SyncRun.create({
    ...{ contractId, environmentId, trigger, startedBy, status: 'running', startedAt: now() },
    ...{ endedAt: null, counts: noCounts, filesDone: 0, bytesDone: 0, stop: null, message: null },
  })
}

/** What one change adds to a run. */
export interface Done {
  counts: Partial<RunCounts>
  files: number
  bytes: number
}

/** Adds what was done to a run that goes on, in the caller's transaction. @returns the run; null when it has ended */
export async function addToRun(runId: string, done: readonly Done[]): Promise<SyncRun | null> {
  const run = await SyncRun.query().where('id', runId).forUpdate().first()
  if (!run || run.endedAt !== null) return null
  const counts = { ...run.counts }
  for (const one of done) {
    for (const [name, value] of Object.entries(one.counts))
      counts[name as keyof RunCounts] += value
    run.filesDone += one.files
    run.bytesDone = Number(run.bytesDone) + one.bytes
  }
  return await run.merge({ counts }).save()
}

export interface Ending {
  status: RunEnd
  message?: Text | null
  counts?: Partial<RunCounts>
}

/** Ends a run, in the caller's transaction. Does nothing when it has ended. */
export async function closeRun(
  contract: SyncContract,
  runId: string,
  { status, message = null, counts = {} }: Ending
): Promise<void> {
  const run = await SyncRun.query().where('id', runId).forUpdate().first()
  if (!run || run.endedAt !== null) return
  const all = { ...run.counts, ...counts }
  await run.merge({ status, message, counts: all, stop: null, endedAt: now() }).save()
  const shared = {
    ...{ contractId: contract.id, name: contract.name, runId, trigger: run.trigger },
    ...{ files: run.filesDone, bytes: Number(run.bytesDone) },
  }
  const target = { type: 'sync_contract', id: contract.id }
  if (status === 'failed') {
    const why = message ? english(message) : ''
    await recordEvent(syncFailed, { target, payload: { ...shared, message: why } })
  } else {
    await recordEvent(syncCompleted, { target, payload: { ...shared, status, ...all } })
  }
}

/** Stops a run until a person has looked at its plan, in the caller's transaction. */
export async function stopRun(contract: SyncContract, run: SyncRun, stop: Stop): Promise<void> {
  const isSame = run.status === 'stopped' && JSON.stringify(run.stop) === JSON.stringify(stop)
  if (isSame) return
  const isNew = run.status !== 'stopped'
  await run.merge({ status: 'stopped', stop }).save()
  if (!isNew) return
  const counted = 'count' in stop ? { count: stop.count, of: stop.of } : { count: 0, of: 0 }
  await recordEvent(syncStopped, {
    target: { type: 'sync_contract', id: contract.id },
    payload: {
      ...{ contractId: contract.id, name: contract.name, runId: run.id },
      ...{ code: stop.code, side: stop.side, ...counted },
    },
  })
}

export interface State {
  phase: Phase
  message?: Text | null
  stop?: Stop | null
  figures?: Figures
  lastSyncAt?: string
}

/** How a contract stands, for people. A paused one stays inactive. */
export async function noteState(contractId: string, state: State): Promise<void> {
  const { phase, message = null, stop = null, figures, lastSyncAt } = state
  const open = await tenantTable('sync_conflicts')
    .where({ contract_id: contractId, state: 'open' })
    .select('id')
    .first()
  const needsPerson = phase === 'stopped' || phase === 'failed' || open !== null
  await tenantTable('sync_contracts')
    .where({ id: contractId, is_active: true })
    .update({
      ...{ phase, message: message && JSON.stringify(message), stop: stop && JSON.stringify(stop) },
      attention: needsPerson ? 1 : 0,
      ...(figures ? { figures: JSON.stringify(figures) } : {}),
      ...(lastSyncAt ? { last_sync_at: lastSyncAt } : {}),
    })
}

/** How far a run is. */
export async function noteFigures(contractId: string, figures: Figures): Promise<void> {
  await tenantRows('sync_contracts').update(
    { id: contractId },
    { figures: JSON.stringify(figures) }
  )
}

export const failedText = (message: string) => text('The run failed: {message}', { message })
