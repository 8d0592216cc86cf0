import { countUpTo } from '../../database/rows/count_up_to.js'
import { now, transaction, unscoped } from '../../database/index.js'
import { asOperator } from '../../tenancy/index.js'
import { onPool, type PlacedChunk } from '../index/content_index.js'

/** A chunk whose bytes are missing or differ from those that were written. */
export interface Damage {
  tenantId: string
  chunk: PlacedChunk
  reason: string
}

/** Called once for each newly found damage, to log it. */
export type OnDamage = (damage: Damage) => void

/**
 * Marks a chunk as damaged, unless it has a mark or was stored again elsewhere.
 * @returns whether the mark is new
 */
export async function markDamaged(tenantId: string, chunk: PlacedChunk): Promise<boolean> {
  const { hash, pack, offset } = chunk
  const marked = await onPool(tenantId, () =>
    transaction(() =>
      unscoped()
        .from('content_chunks')
        .where({ tenant_id: tenantId, hash, pack_id: pack, pack_offset: offset })
        .whereNull('damaged_at')
        .update({ damaged_at: now() })
    )
  )
  return Number(marked) > 0
}

/** Removes the mark of readable bytes, for example because the operator restored the pack. */
export async function unmark(tenantId: string, chunk: PlacedChunk): Promise<void> {
  const { hash, pack, offset } = chunk
  await onPool(tenantId, () =>
    transaction(() =>
      unscoped()
        .from('content_chunks')
        .where({ tenant_id: tenantId, hash, pack_id: pack, pack_offset: offset })
        .update({ damaged_at: null })
    )
  )
}

/** Maximum number of marks that are read. More marks mean that a disk was lost. */
const maxMarks = 10_000

/** Returns damaged chunks of a tenant, up to the maximum. */
export async function damagedChunks(tenantId: string): Promise<Set<string>> {
  const marked: { hash: string }[] = await onPool(tenantId, () =>
    unscoped()
      .from('content_chunks')
      .select('hash')
      .where('tenant_id', tenantId)
      .whereNotNull('damaged_at')
      .limit(maxMarks)
  )
  return new Set(marked.map(({ hash }) => hash))
}

/** Counts the damaged chunks of all tenants, up to the maximum, for the operator. */
export const countDamaged = (): Promise<number> =>
  asOperator('health of the content of all tenants', () =>
    countUpTo(unscoped().from('content_chunks').whereNotNull('damaged_at'), maxMarks, 'hash')
  )
