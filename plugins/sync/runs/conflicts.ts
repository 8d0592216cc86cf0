import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Expected, PlannedOperation, Resolution, SideName, Tree } from '@crossdock/sync-engine'
import { conflictOpened, conflictResolved } from '../event_types.js'
import { SyncConflict, type ConflictVersion } from '../models/sync_conflict.js'
import type { SyncContract } from '../models/sync_contract.js'

type ConflictOperation = Extract<PlannedOperation, { type: 'conflict' }>

/** Answers that a plan carries out at most; the rest are carried out by the next one. */
const mostAnswers = 10_000

/** What people decided, by the key of the pair. An answer to versions that are gone is ignored by the planner. */
export async function resolutionsOf(contractId: string): Promise<Map<string, Resolution>> {
  const rows = await SyncConflict.query()
    .where({ contractId, state: 'resolved' })
    .whereNotNull('resolution')
    .orderBy('resolved_at', 'desc')
    .limit(mostAnswers)
  const found = new Map<string, Resolution>()
  for (const { key, resolution, source, target, mergedHash, mergedSize } of rows) {
    if (found.has(key)) continue
    found.set(key, {
      keep: resolution!,
      ...{ sourceHash: source?.hash ?? null, targetHash: target?.hash ?? null },
      ...(mergedHash ? { mergedHash, mergedSize: Number(mergedSize ?? 0) } : {}),
    })
  }
  return found
}

export interface Opened {
  conflictId: string
  versions: { side: SideName; expected: Expected }[]
}

/** Opens a conflict, or brings an open one up to date, in the caller's transaction. */
export async function openConflict(
  contract: SyncContract,
  operation: ConflictOperation,
  trees: Record<SideName, Tree>
): Promise<Opened> {
  const { id: contractId, environmentId, name } = contract
  const { key, path, cause } = operation
  const versions = {
    source: versionOf(operation.source, trees.source),
    target: versionOf(operation.target, trees.target),
  }
  const open = await SyncConflict.query()
    .where({ contractId, key, state: 'open' })
    .forUpdate()
    .first()
  const sides = (['source', 'target'] as const).flatMap((side) => {
    const expected = operation[side]
    return expected?.hash ? [{ side, expected }] : []
  })
  if (open) {
    await open.merge({ path, cause, ...versions }).save()
    return { conflictId: open.id, versions: sides }
  }
  const nobody = { resolution: null, resolvedBy: null, resolvedAt: null }
  const made = await SyncConflict.create({
    ...{ contractId, environmentId, key, path, cause, ...versions, ...nobody },
    ...{ state: 'open', mergedHash: null, mergedSize: null, openedAt: now() },
  })
  await recordEvent(conflictOpened, {
    target: { type: 'sync_conflict', id: made.id },
    payload: { contractId, name, conflictId: made.id, path, cause },
  })
  return { conflictId: made.id, versions: sides }
}

function versionOf(expected: Expected | null, tree: Tree): ConflictVersion | null {
  const entry = expected && tree.entries.get(expected.id)
  if (!entry) return null
  const { id, hash, size, modifiedAt } = entry
  const time = modifiedAt > 0 ? new Date(modifiedAt).toISOString() : null
  return { id, hash, size, modifiedAt: time, by: null }
}

/** Closes conflicts that are none any more: the files changed, so there is nothing left to decide. */
export async function closeOthers(
  { id: contractId, name }: SyncContract,
  open: ReadonlySet<string>
): Promise<void> {
  const rows = await SyncConflict.query().where({ contractId, state: 'open' }).forUpdate()
  for (const row of rows) {
    if (open.has(row.key)) continue
    await row.merge({ state: 'resolved', resolution: null, resolvedAt: now() }).save()
    const { id: conflictId, path, cause } = row
    await recordEvent(conflictResolved, {
      target: { type: 'sync_conflict', id: conflictId },
      payload: { contractId, name, conflictId, path, cause, keep: null },
    })
  }
}
