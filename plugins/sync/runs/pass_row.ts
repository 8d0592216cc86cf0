import { change, clock, dialect } from '@crossdock/kernel/database'
import { enqueue, hasJob, hastenJob } from '@crossdock/kernel/jobs'
import { currentTenantId, insertMissing } from '@crossdock/kernel/tenancy'
import type { RunTrigger } from '../contracts/index.js'
import { SyncPass } from '../models/sync_pass.js'
import { passJob } from './names.js'

export async function passOf(contractId: string): Promise<SyncPass | null> {
  return await SyncPass.query().where({ contractId }).first()
}

/** The row of a contract, made where there is none, locked in the caller's transaction. */
export async function lockPass(contractId: string): Promise<SyncPass> {
  const nothing = { wanted: 0, done: 0, last_ms: 0, is_released: false, wants_plan: false }
  await insertMissing('sync_passes', [{ contract_id: contractId, ...nothing }])
  return await SyncPass.query().where({ contractId }).forUpdate().firstOrFail()
}

export interface Wanted {
  /** Null: a plan is wanted that is not carried out. */
  trigger: RunTrigger | null
  by?: string | null
  /** Begins after this time; passes of large folders keep a distance after events. */
  delayMs?: number
}

/** Passes take at most this part of the time of a contract: 1 of 3. */
const distance = 2
const mostDelayMs = 60_000

/** Asks for a pass, in the caller's transaction. Passes that are asked for while one waits become one. */
export async function want(
  contractId: string,
  { trigger, by = null, delayMs = 0 }: Wanted
): Promise<void> {
  const row = await lockPass(contractId)
  if (trigger === null) row.wantsPlan = true
  else row.wanted = Number(row.wanted) + 1
  // A person who asks goes before what asked by itself.
  if (trigger === 'manual' || trigger === 'step' || (trigger !== null && row.trigger === null)) {
    Object.assign(row, { trigger, startedBy: by })
  }
  const wait = delayMs === 0 ? 0 : delayMs + Math.min(row.lastMs * distance, mostDelayMs)
  const runAt = new Date(clock.now() + wait)
  // A pass that waits for a file to be tried again does not keep others waiting.
  const isLate = row.resumesAt !== null && row.resumesAt > runAt.toISOString()
  if (isLate) row.resumesAt = null
  await row.save()
  await beginPass(contractId, runAt, wait === 0 || isLate)
}

/**
 * Has a pass begin, at once where it is urgent, also when one waits for its time. A pass that runs is left alone: when it
 * ends it sees that more is wanted (`answered`). Adding its job again would wait for the transaction of the pass, which
 * may wait for the contract that the caller has locked.
 */
async function beginPass(contractId: string, runAt: Date, isUrgent: boolean): Promise<void> {
  if (!(await hasJob(passJob.name, contractId))) {
    await enqueue(passJob, { contractId }, { uniqueKey: contractId, runAt })
  } else if (isUrgent) await hastenJob(passJob.name, contractId)
}

export interface Answered {
  /** Up to where what asked for passes is answered. */
  seen: number
  lastMs: number
}

/**
 * Notes what a pass has answered, in the transaction that ends it.
 * @returns whether more was asked for since; nothing is noted then
 */
export async function answered(
  contractId: string,
  { seen, lastMs, resumesAt }: Answered & { resumesAt: Date | null }
): Promise<boolean> {
  const query = SyncPass.query().where({ contractId }).forUpdate()
  // The row is locked by a transaction that asks for a pass now: the job answers it in another pass.
  if (dialect() === 'postgres') query.skipLocked()
  const row = await query.first()
  if (!row || Number(row.wanted) > seen || row.wantsPlan) return true
  const at = resumesAt && resumesAt.toISOString()
  await row.merge({ done: seen, lastMs: Math.round(lastMs), resumesAt: at }).save()
  return false
}

/** The trigger of the next run is used up. */
export async function takeTrigger(contractId: string): Promise<void> {
  await change(
    'update sync_passes set trigger = null, started_by = null where tenant_id = ? and contract_id = ?',
    [currentTenantId(), contractId]
  )
}
