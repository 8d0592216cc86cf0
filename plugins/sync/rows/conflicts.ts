import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { ConflictCause, Resolution } from '@crossdock/sync-engine'
import { conflictOpened, conflictResolved } from '../event_types.js'
import { SyncConflict, type ConflictVersion } from '../models/sync_conflict.js'
import type { SyncContract } from '../models/sync_contract.js'
import { setState } from './contract.js'
import { keep, releaseConflict, type ToKeep } from './kept.js'
import { contractTarget, factsOfConflict } from './event_facts.js'

/** So many conflicts of a contract are open at a time; of further ones people hear when these are resolved. */
const mostOpen = 10_000

/** A conflict that a plan found. The contents of both versions are in the store, and recorded. */
export interface FoundConflict {
  key: string
  path: string
  cause: ConflictCause
  source: ConflictVersion | null
  target: ConflictVersion | null
}

/** Answers of people that no pass has carried out, by key: what the planner takes. */
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
 * Brings the conflicts of a contract to what a plan found, inside of a transaction that has locked the contract. New ones
 * are opened, open ones get their present versions, and those that the plan no longer has are over.
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
      if (conflict.state === 'open') await over(contract, conflict)
    } else if (conflict.state === 'open') {
      open++
      wanted.delete(conflict.key)
      await update(contract, conflict, still)
    } else if (isOf(conflict, still)) {
      // A person answered after the plan was made: the next one has the answer.
      wanted.delete(conflict.key)
    } else {
      // Answered for other versions: it is asked again.
      await conflict.merge({ appliedAt: now() }).save()
    }
  }
  for (const one of wanted.values()) {
    if (open++ >= mostOpen) break
    await begin(contract, one)
  }
  await setState(contract, {})
}

/** What people decided about these pairs was carried out. Inside of a transaction. */
export async function resolutionsDone(contractId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await unsettled(contractId)
    .where('state', 'resolved')
    .whereIn('key', [...keys])
    .update({ applied_at: now() })
}

async function begin(contract: SyncContract, found: FoundConflict): Promise<void> {
  const conflict = await SyncConflict.create({
    ...found,
    ...{ contractId: contract.id, environmentId: contract.environmentId },
    ...{ state: 'open', resolution: null, resolvedBy: null, resolvedAt: null },
    ...{ mergedHash: null, mergedSize: null, appliedAt: null, openedAt: now() },
  })
  await keep(contract, versionsOf(conflict))
  await recordEvent(conflictOpened, {
    target: contractTarget(contract),
    payload: factsOfConflict(contract, conflict),
  })
}

async function update(
  contract: SyncContract,
  conflict: SyncConflict,
  { path, cause, source, target }: FoundConflict
): Promise<void> {
  const before = new Set(versionsOf(conflict).map(nameOf))
  conflict.merge({ path, cause, source, target })
  if (!conflict.$isDirty) return
  await conflict.save()
  await keep(
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

/** Both ends are equal again, or the file is gone: there is nothing left to decide. */
async function over(contract: SyncContract, conflict: SyncConflict): Promise<void> {
  const at = now()
  await conflict.merge({ state: 'resolved', resolvedAt: at, appliedAt: at }).save()
  await releaseConflict(conflict.id)
  await recordEvent(conflictResolved, {
    target: contractTarget(contract),
    payload: { ...factsOfConflict(contract, conflict), keep: null },
  })
}
