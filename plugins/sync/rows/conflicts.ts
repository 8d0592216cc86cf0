import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { ConflictCause, Resolution } from '@crossdock/sync-engine'
import { conflictOpened, conflictResolved } from '../event_types.js'
import { SyncConflict, type ConflictVersion } from '../models/sync_conflict.js'
import type { SyncContract } from '../models/sync_contract.js'
import { setState } from './contract.js'
import { keepContents, releaseConflict, type ToKeep } from './kept.js'
import { contractTarget, factsOfConflict } from './event_facts.js'

/** Maximum number of open conflicts of a contract. Further conflicts are opened when some of these are resolved. */
const mostOpen = 10_000

/** A conflict in a plan. The contents of both versions are in the store. */
export interface FoundConflict {
  key: string
  path: string
  cause: ConflictCause
  source: ConflictVersion | null
  target: ConflictVersion | null
}

/** Decisions that no pass has carried out yet, by key, for the planner. */
export async function resolutionsOf(contractId: string): Promise<Map<string, Resolution>> {
  const rows = await unsettled(contractId).where('state', 'resolved').orderBy('id')
  return new Map(
    rows.flatMap(({ key, resolution, source, target, mergedHash, mergedSize }) => {
      if (!resolution) return []
      const hashes = { sourceHash: source?.hash ?? null, targetHash: target?.hash ?? null }
      const merged = mergedHash ? { mergedHash, mergedSize: mergedSize ?? 0 } : {}
      return [[key, { keep: resolution, ...hashes, ...merged }] as const]
    })
  )
}

const unsettled = (contractId: string) =>
  SyncConflict.query().where('contract_id', contractId).whereNull('applied_at')

/**
 * Updates the conflicts of a contract according to a plan, in a transaction that has locked the contract. Opens
 * new conflicts, updates the versions of open ones, and closes conflicts that the plan no longer contains.
 */
export async function settleConflicts(
  contract: SyncContract,
  found: readonly FoundConflict[]
): Promise<void> {
  const known = await unsettled(contract.id).orderBy('id')
  const wanted = new Map(found.map((one) => [one.key, one]))
  let open = 0
  for (const conflict of known) {
    const still = wanted.get(conflict.key)
    if (!still) {
      if (conflict.state === 'open') await closeConflict(contract, conflict)
    } else if (conflict.state === 'open') {
      open++
      wanted.delete(conflict.key)
      await updateConflict(contract, conflict, still)
    } else if (isOf(conflict, still)) {
      // A person decided after the plan was made. The next plan uses that decision.
      wanted.delete(conflict.key)
    } else {
      // The decision was about other versions, so ask again.
      await conflict.merge({ appliedAt: now() }).save()
    }
  }
  for (const one of wanted.values()) {
    if (open++ >= mostOpen) break
    await openConflict(contract, one)
  }
  await setState(contract, {})
}

/** Marks the decisions on these pairs as carried out. Call it in a transaction. */
export async function resolutionsDone(contractId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await unsettled(contractId)
    .where('state', 'resolved')
    .whereIn('key', [...keys])
    .update({ applied_at: now() })
}

async function openConflict(contract: SyncContract, found: FoundConflict): Promise<void> {
  const conflict = await SyncConflict.create({
    ...found,
    contractId: contract.id,
    environmentId: contract.environmentId,
    state: 'open',
    resolution: null,
    resolvedBy: null,
    resolvedAt: null,
    mergedHash: null,
    mergedSize: null,
    appliedAt: null,
    openedAt: now(),
  })
  await keepContents(contract, versionsOf(conflict))
  await recordEvent(conflictOpened, {
    target: contractTarget(contract),
    payload: factsOfConflict(contract, conflict),
  })
}

async function updateConflict(
  contract: SyncContract,
  conflict: SyncConflict,
  { path, cause, source, target }: FoundConflict
): Promise<void> {
  const before = new Set(versionsOf(conflict).map(nameOf))
  conflict.merge({ path, cause, source, target })
  if (!conflict.$isDirty) return
  await conflict.save()
  await keepContents(
    contract,
    versionsOf(conflict).filter((version) => !before.has(nameOf(version)))
  )
}

const isOf = (conflict: SyncConflict, { source, target }: FoundConflict): boolean =>
  conflict.source?.hash === source?.hash && conflict.target?.hash === target?.hash

const nameOf = ({ side, contentHash }: ToKeep) => `${side} ${contentHash}`

function versionsOf({ id, path, source, target }: SyncConflict): ToKeep[] {
  return (['source', 'target'] as const).flatMap((side) => {
    const version = side === 'source' ? source : target
    if (!version?.hash) return []
    const { hash: contentHash, size } = version
    return [{ side, path, contentHash, size, reason: 'conflict' as const, conflictId: id }]
  })
}

/** Closes a conflict: both ends are equal again, or the file is gone. */
async function closeConflict(contract: SyncContract, conflict: SyncConflict): Promise<void> {
  const at = now()
  await conflict.merge({ state: 'resolved', resolvedAt: at, appliedAt: at }).save()
  await releaseConflict(conflict.id)
  await recordEvent(conflictResolved, {
    target: contractTarget(contract),
    payload: { ...factsOfConflict(contract, conflict), keep: null },
  })
}
