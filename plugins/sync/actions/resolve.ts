import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { contentStore, type StoredContent } from '@crossdock/kernel/storage'
import { currentContext } from '@crossdock/kernel/tenancy'
import { syncRuns } from '../contracts/runs.js'
import { conflictResolved } from '../event_types.js'
import type { ConflictVersion, SyncConflict } from '../models/sync_conflict.js'
import { findContract } from '../queries/contracts.js'
import { findConflict } from '../queries/records.js'
import { setState } from '../rows/contract.js'
import { keepContents, releaseConflict } from '../rows/kept.js'
import { contractTarget, factsOfConflict } from '../rows/event_facts.js'
import { maxMergedBytes, type resolveBody } from '../validators/records.js'
import { triggerByCaller } from './change_contract.js'

type Given = Output<typeof resolveBody>

/**
 * Stores the decision on a conflict, which the next run carries out.
 * @throws Problem 403, 404, 409 if it was already decided or if the file has changed since the caller saw it, 422
 * for an invalid choice
 */
export async function resolveConflict(id: string, given: Given): Promise<SyncConflict> {
  const found = await findConflict(id)
  assertOpen(found)
  assertSeen(found, given)
  assertPossible(found, given)
  const merged = given.keep === 'merged' ? await write(given.text ?? '') : null
  return transaction(async () => {
    const contract = await findContract(found.contractId, { lock: true })
    const conflictRow = await findConflict(id, { lock: true })
    assertOpen(conflictRow)
    assertSeen(conflictRow, given)
    assertPossible(conflictRow, given)
    if (merged) {
      await contentStore.use().record(merged)
      const { id: contentHash, size } = merged
      const { path } = conflictRow
      await keepContents(contract, [
        { side: 'target', path, contentHash, size, reason: 'conflict', conflictId: id },
      ])
    }
    await conflictRow
      .merge({
        state: 'resolved',
        resolution: given.keep,
        resolvedAt: now(),
        resolvedBy: currentContext().actor.userId,
        mergedHash: merged?.id ?? null,
        mergedSize: merged?.size ?? null,
      })
      .save()
    await releaseConflict(id)
    await recordEvent(conflictResolved, {
      target: contractTarget(contract),
      payload: { ...factsOfConflict(contract, conflictRow), keep: given.keep },
    })
    await setState(contract, {})
    if (contract.isActive) await syncRuns.use().request(contract.id, 'manual', triggerByCaller())
    return conflictRow
  })
}

function assertOpen({ state, path }: SyncConflict): void {
  if (state === 'open') return
  throw conflict('E_RESOLVED', text('The conflict about "{path}" is already resolved.', { path }))
}

/** Refuses a decision about older versions: it would replace a change that the caller has not seen. */
function assertSeen({ source, target, path }: SyncConflict, given: Given): void {
  const isSeen = (hash: string | null | undefined, version: ConflictVersion | null) =>
    hash === undefined || hash === (version?.hash ?? null)
  if (isSeen(given.sourceHash, source) && isSeen(given.targetHash, target)) return
  throw conflict(
    'E_CHANGED',
    text('"{path}" changed again, so nothing was decided. Compare the new versions.', { path })
  )
}

/** @throws Problem 422 */
function assertPossible({ source, target }: SyncConflict, { keep: choice, text: merged }: Given) {
  const areFiles = Boolean(source?.hash && target?.hash)
  if (choice === 'both' && !(source && target)) {
    const sentence = text('One version was deleted, so there are not two to keep. Keep one.')
    throw invalid('keep', sentence, 'both')
  }
  if (choice !== 'merged') return
  if (!areFiles || source!.size > maxMergedBytes || target!.size > maxMergedBytes) {
    const sentence = text('Only two text files of at most 1 MiB can be merged. Keep one or both.')
    throw invalid('keep', sentence, 'merged')
  }
  if (typeof merged !== 'string') {
    throw invalid('text', text('Give the merged text.'), 'required')
  }
  if (Buffer.byteLength(merged) > maxMergedBytes) {
    throw invalid('text', text('The merged text may have at most 1 MiB.'), 'maxLength')
  }
}

function write(merged: string): Promise<StoredContent> {
  const bytes = Buffer.from(merged)
  const source = (async function* () {
    yield bytes
  })()
  return contentStore.use().write(source, { maxBytes: maxMergedBytes })
}
