import { change, clock, dialect } from '@crossdock/kernel/database'
import { enqueue, hasJob, hastenJob } from '@crossdock/kernel/jobs'
import { currentTenantId, insertMissing } from '@crossdock/kernel/tenancy'
import type { RunTrigger } from '../contracts/index.js'
import { SyncPass } from '../models/sync_pass.js'
import { passJob } from './names.js'

export async function passOf(contractId: string): Promise<SyncPass | null> {
  return await SyncPass.query().where({ contractId }).first()
}

/** Locks the pass row of a contract in the caller's transaction, and creates it if missing. */
export async function lockPass(contractId: string): Promise<SyncPass> {
  const nothing = { wanted: 0, done: 0, wants_plan: false }
  await insertMissing('sync_passes', [{ contract_id: contractId, ...nothing }])
  return await SyncPass.query().where({ contractId }).forUpdate().firstOrFail()
}

export interface Wanted {
  /** The trigger of a run; null to plan without a run. */
  trigger: RunTrigger | null
  by?: string | null
  /** Minimum delay of the pass; the pause after the last pass may extend it. 0: begin now, without that pause. */
  delayMs?: number
}

/**
 * Pause after a pass, as a multiple of its planning time. So planning after events takes at most a third of
 * the time.
 */
const pauseFactor = 2
const mostPauseMs = 60_000

/** Requests a pass, in the caller's transaction. Requests that arrive while a pass waits are combined. */
export async function requestPass(
  contractId: string,
  { trigger, by = null, delayMs = 0 }: Wanted
): Promise<void> {
  const row = await lockPass(contractId)
  if (trigger === null) row.wantsPlan = true
  else row.wanted = Number(row.wanted) + 1
  // A manual request takes precedence over an automatic one.
  if (trigger === 'manual' || trigger === 'step' || (trigger !== null && row.trigger === null)) {
    Object.assign(row, { trigger, startedBy: by })
  }
  const restMs = row.restsUntil === null ? 0 : Date.parse(row.restsUntil) - clock.now()
  // The clock may have been set back since the last pass.
  const wait = delayMs === 0 ? 0 : Math.max(delayMs, Math.min(restMs, mostPauseMs))
  const runAt = new Date(clock.now() + wait)
  // A pass that waits for a retry must not delay other requests.
  const isLate = row.resumesAt !== null && row.resumesAt > runAt.toISOString()
  if (isLate) row.resumesAt = null
  await row.save()
  await beginPass(contractId, runAt, wait === 0 || isLate)
}

/**
 * Starts a pass, immediately if urgent, even if a pass already waits for its time. A running pass is not
 * changed: at its end it detects further requests (`markHandled`). A second job would wait for the transaction
 * of the running pass, which may in turn wait for the contract that the caller has locked.
 */
async function beginPass(contractId: string, runAt: Date, isUrgent: boolean): Promise<void> {
  if (!(await hasJob(passJob.name, contractId))) {
    await enqueue(passJob, { contractId }, { uniqueKey: contractId, runAt })
  } else if (isUrgent) await hastenJob(passJob.name, contractId)
}

export interface Answered {
  /** The number of requests that were handled. */
  seen: number
  /** Duration of the last reading and planning. */
  planMs: number
}

/**
 * Records the handled requests, in the transaction that ends the pass.
 * @returns whether there were further requests; then nothing is recorded
 */
export async function markHandled(
  contractId: string,
  { seen, planMs, resumesAt }: Answered & { resumesAt: Date | null }
): Promise<boolean> {
  const query = SyncPass.query().where({ contractId }).forUpdate()
  // If another transaction holds the lock, it is requesting a pass. The job then runs again.
  if (dialect() === 'postgres') query.skipLocked()
  const row = await query.first()
  if (!row || Number(row.wanted) > seen || row.wantsPlan) return true
  const at = resumesAt && resumesAt.toISOString()
  const restMs = Math.min(Math.round(planMs) * pauseFactor, mostPauseMs)
  const restsUntil = new Date(clock.now() + restMs).toISOString()
  await row.merge({ done: seen, restsUntil, resumesAt: at }).save()
  return false
}

/** Clears the trigger of the next run. */
export async function takeTrigger(contractId: string): Promise<void> {
  await change(
    'update sync_passes set trigger = null, started_by = null where tenant_id = ? and contract_id = ?',
    [currentTenantId(), contractId]
  )
}
