import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { enqueue } from '@crossdock/kernel/jobs'
import { currentContext } from '@crossdock/kernel/tenancy'
import { syncRuns } from '../contracts/runs.js'
import { contractDeleted, contractPaused, contractResumed } from '../event_types.js'
import { forgetContract } from '../job_refs.js'
import type { SyncContract } from '../models/sync_contract.js'
import { SyncRun } from '../models/sync_run.js'
import { findContract, findOpenContract } from '../queries/contracts.js'
import { setState } from '../rows/contract.js'
import { openRunOf } from '../rows/run.js'
import { contractTarget, factsOf } from '../rows/event_facts.js'
import { stopSentence } from '../sentences.js'
import type { previewBody, releaseBody } from '../validators/contract.js'
import { nextRunOf } from './derived.js'
import { initialState, draftOf, missingEndMessage, startIfContinuous } from './save_contract.js'

/** Returns the trigger of a run that the caller starts manually. */
export const triggerByCaller = () => ({ userId: currentContext().actor.userId })

/**
 * Starts a run.
 * @throws Problem 404, 409 for a paused contract
 */
export async function startSync(id: string): Promise<SyncRun> {
  const runId = await transaction(async () => {
    const contract = await findContract(id, { lock: true })
    if (!contract.isActive) {
      const sentence = text('"{name}" is paused. Resume it, then it can be synced.', {
        name: contract.name,
      })
      throw conflict('E_INACTIVE', sentence)
    }
    const lacking = missingEndMessage(contract)
    if (lacking) throw conflict('E_END_MISSING', lacking)
    return (await syncRuns.use().request(id, 'manual', triggerByCaller())).runId
  })
  return SyncRun.findOrFail(runId ?? '')
}

/** @throws Problem 404 */
export function setContractActive(id: string, isActive: boolean): Promise<SyncContract> {
  return transaction(async () => {
    const contract = await findContract(id, { lock: true })
    if (contract.isActive === isActive) return contract
    contract.isActive = isActive
    await contract.merge({ nextRunAt: nextRunOf(contract) }).save()
    await recordEvent(isActive ? contractResumed : contractPaused, {
      target: contractTarget(contract),
      payload: factsOf(contract),
    })
    const run = await openRunOf(id)
    if (run && !isActive) await syncRuns.use().stop(run.id)
    await setState(contract, initialState(contract))
    await syncRuns.use().changed(id)
    await startIfContinuous(contract)
    return contract
  })
}

/**
 * Ends the open run.
 * @throws Problem 404, 409 if there is none
 */
export async function stopSync(id: string): Promise<SyncContract> {
  await transaction(async () => {
    const contract = await findContract(id, { lock: true })
    const run = await openRunOf(id)
    if (!run) {
      const sentence = text('"{name}" has no open run.', { name: contract.name })
      throw conflict('E_NO_RUN', sentence)
    }
    await syncRuns.use().stop(run.id)
  })
  return findContract(id)
}

/**
 * Lets a stopped run carry out its plan, after a person has reviewed it.
 * @throws Problem 403, 404, 409
 */
export async function releaseRun(
  id: string,
  { runId, code, side, count }: Output<typeof releaseBody>
): Promise<SyncContract> {
  await transaction(async () => {
    await findOpenContract(id)
    const contract = await findContract(id, { lock: true })
    const run = await openRunOf(id)
    if (run?.id !== runId || run.status !== 'stopped') {
      const sentence = text(
        'This run of "{name}" does not wait for its release. Refresh the contract.',
        { name: contract.name }
      )
      throw conflict('E_NOT_STOPPED', sentence)
    }
    // If a root is missing, the plan would delete all files of the other end, so it cannot be released.
    if (run.stop?.code === 'root_missing') throw conflict('E_END_MISSING', stopSentence(run.stop))
    // The person reviewed another plan, or the plan now deletes or changes more files.
    const { stop } = run
    if (stop && (stop.code !== code || stop.side !== side || stop.count > count))
      throw conflict('E_DELETES', stopSentence(stop))
    await syncRuns.use().release(run.id)
  })
  return findContract(id)
}

/**
 * Removes a contract. The files at both ends are kept; a job deletes its rows.
 * @throws Problem 404
 */
export async function deleteContract(id: string): Promise<void> {
  await transaction(async () => {
    const contract = await findContract(id, { lock: true })
    const run = await openRunOf(id)
    if (run) await syncRuns.use().stop(run.id)
    await contract
      .merge({ deletedAt: now(), isActive: false, nextRunAt: null, needsAttention: false })
      .save()
    await syncRuns.use().changed(id)
    await recordEvent(contractDeleted, {
      target: contractTarget(contract),
      payload: factsOf(contract),
    })
    await enqueue(forgetContract, { contractId: id })
  })
}

/**
 * Requests a plan for display only, without a run.
 * @throws Problem 403, 404
 */
export async function makePlan(id: string) {
  const contract = await findOpenContract(id)
  const lacking = missingEndMessage(contract)
  if (lacking) throw conflict('E_END_MISSING', lacking)
  await syncRuns.use().plan(id)
  return syncRuns.use().shownPlan(id)
}

/**
 * Counts the operations that the first run would carry out.
 * @throws Problem 403, 422
 */
export async function previewContract(given: Output<typeof previewBody>) {
  const { name: _, ...draft } = given
  return syncRuns.use().preview(await draftOf(draft))
}
