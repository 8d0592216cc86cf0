import type { Expected, SideName, Tree } from '@crossdock/sync-engine'
import { SyncConflict, type ConflictVersion } from '../models/sync_conflict.js'
import type { FoundConflict } from '../rows/index.js'
import type { CarryOut } from './carry_out.js'

/** Returns the conflicts of a plan. A conflict with a missing version keeps its stored state. */
export async function foundConflicts(
  contractId: string,
  { conflicts, unsettled }: CarryOut,
  trees: Record<SideName, Tree>
): Promise<FoundConflict[]> {
  const found: FoundConflict[] = conflicts.map(({ ends, ...conflict }) => ({
    ...conflict,
    source: versionOf(ends.source, trees.source),
    target: versionOf(ends.target, trees.target),
  }))
  if (unsettled.size === 0) return found
  const open = await SyncConflict.query().where({ contractId, state: 'open' })
  for (const { key, path, cause, source, target } of open)
    if (unsettled.has(key)) found.push({ key, path, cause, source, target })
  return found
}

function versionOf(expected: Expected | null, { entries }: Tree): ConflictVersion | null {
  const entry = expected && entries.get(expected.id)
  if (!entry) return null
  const { id, hash, size, modifiedAt } = entry
  const time = modifiedAt > 0 ? new Date(modifiedAt).toISOString() : null
  return { id, hash, size, modifiedAt: time }
}
