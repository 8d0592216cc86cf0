import { ask } from '../../database/index.js'
import { present } from '../../jobs/sql.js'
import { onPool, type PlacedChunk } from '../index/content_index.js'
import type { PackPlace } from '../packs/pack_driver.js'

interface Row {
  hash: string
  size: number
  pack_offset: number
}

/** Returns the number of bytes of a pack that belong to a chunk. */
export function liveBytes(tenantId: string, pack: string): Promise<number> {
  return onPool(tenantId, async () => {
    const [row] = await ask<{ bytes: number | string }>(
      'select coalesce(sum(size), 0) as bytes from content_chunks where tenant_id = ? and pack_id = ?',
      [tenantId, pack]
    )
    return Number(row!.bytes)
  })
}

/**
 * Returns all packs that a tenant's rows reference. The list may be large, so only commands of the operator use
 * it.
 */
export function referencedPacks(tenantId: string): Promise<Set<string>> {
  return onPool(tenantId, async () => {
    const rows = await ask<{ pack_id: string }>(
      'select distinct pack_id from content_chunks where tenant_id = ?',
      [tenantId]
    )
    return new Set(rows.map(({ pack_id: pack }) => pack))
  })
}

/** Returns the chunks of a pack from an offset on, in order. */
export function chunksIn(
  tenantId: string,
  { pack, offset: from }: PackPlace,
  limit: number
): Promise<PlacedChunk[]> {
  return onPool(tenantId, async () => {
    const rows = await ask<Row>(
      `select hash, size, pack_offset from content_chunks
       where tenant_id = ? and pack_id = ? and pack_offset >= ? order by pack_offset limit ?`,
      [tenantId, pack, from, limit]
    )
    return rows.map(({ hash, size, pack_offset: offset }) => ({ hash, size, pack, offset }))
  })
}

export async function isEmpty(tenantId: string, pack: string): Promise<boolean> {
  return (await chunksIn(tenantId, { pack, offset: 0 }, 1)).length === 0
}

/** Records that a pack is empty. If it was recorded before, the time stays. */
export async function recordEmpty(tenantId: string, pack: string): Promise<void> {
  await onPool(tenantId, () =>
    ask(
      `insert into content_left_packs (tenant_id, pack_id, left_at) values (?, ?, ${present()})
       on conflict (tenant_id, pack_id) do nothing`,
      [tenantId, pack]
    )
  )
}

/** Returns packs that have been empty for at least this long. */
export function emptySince(tenantId: string, ms: number, limit: number): Promise<string[]> {
  return onPool(tenantId, async () => {
    const rows = await ask<{ pack_id: string }>(
      `select pack_id from content_left_packs where tenant_id = ? and left_at <= ${present(-ms)}
       order by pack_id limit ?`,
      [tenantId, limit]
    )
    return rows.map(({ pack_id: pack }) => pack)
  })
}

export async function forgetEmpty(tenantId: string, pack: string): Promise<void> {
  await onPool(tenantId, () =>
    ask('delete from content_left_packs where tenant_id = ? and pack_id = ?', [tenantId, pack])
  )
}
