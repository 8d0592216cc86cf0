import { countUpTo } from '../database/count_up_to.js'
import { now, transaction, unscoped } from '../database/index.js'
import { asOperator } from '../tenancy/index.js'
import { onPool, type PlacedChunk } from './content_index.js'

/** A chunk whose bytes are missing or not the ones that were written. */
export interface Damage {
  tenantId: string
  chunk: PlacedChunk
  reason: string
}

/** Told of every damage when it is found first, for the log. */
export type OnDamage = (damage: Damage) => void

/** Marks a chunk, unless it was healed at another place or is marked already. @returns whether it is new. */
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

/** Takes the mark back: the bytes are there again, e.g. because the operator restored the pack. */
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

/** So many marks are looked at; whoever has more has lost a disk. */
const mostMarks = 10_000

/** Chunks of a tenant that are known to be damaged, as far as they are looked at. */
export async function damagedChunks(tenantId: string): Promise<Set<string>> {
  const marked: { hash: string }[] = await onPool(tenantId, () =>
    unscoped()
      .from('content_chunks')
      .select('hash')
      .where('tenant_id', tenantId)
      .whereNotNull('damaged_at')
      .limit(mostMarks)
  )
  return new Set(marked.map(({ hash }) => hash))
}

/** Damaged chunks of all tenants as far as they are looked at, for the operator. */
export const countDamaged = (): Promise<number> =>
  asOperator('health of the content of all tenants', () =>
    countUpTo(unscoped().from('content_chunks').whereNotNull('damaged_at'), mostMarks, 'hash')
  )
