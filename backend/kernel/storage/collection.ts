import { transaction, unscoped } from '../database/index.js'
import { skipLocked, sql } from '../jobs/sql.js'
import { onPool, type PlacedChunk } from './content_index.js'
import { marks, slices } from './slices.js'
import { namedAmong } from './giving_back/chunk_names.js'
import { endExpired } from './leases.js'

/**
 * What collection goes by, in this order: it condemns chunks that no content names, so that no writer takes them for
 * its own from then on; waits until every writer is gone that may have done so before; and gives up those
 * that still no content names. Epochs number the condemnations of a tenant.
 */

/** Condemns chunks; writers store their bytes anew. @returns the epoch that begins with it */
export function condemnChunks(tenantId: string, hashes: string[]): Promise<number> {
  return onPool(tenantId, () =>
    transaction(async () => {
      const [{ epoch }] = (await sql<{ epoch: number }>(
        `insert into content_epochs (tenant_id, epoch) values (?, 1)
         on conflict (tenant_id) do update set epoch = content_epochs.epoch + 1 returning epoch`,
        [tenantId]
      )) as [{ epoch: number }]
      for (const part of slices(hashes)) {
        const held = await holdChunks(tenantId, part, (condemned) => condemned === null)
        await update(tenantId, held, epoch)
      }
      return epoch
    })
  )
}

/**
 * The epoch that is over: every writer that began before it has recorded its content or never will. What was
 * condemned in it or earlier is relied on by nobody; nor are bytes that lay in a pack without a row when it began.
 */
export function settledEpoch(tenantId: string): Promise<number> {
  return onPool(tenantId, async () => {
    await endExpired(tenantId)
    const [row] = await sql<{ epoch: number }>(
      `select coalesce(
         (select min(epoch) from content_leases where tenant_id = ?),
         (select epoch from content_epochs where tenant_id = ?), 0) as epoch`,
      [tenantId, tenantId]
    )
    return row!.epoch
  })
}

/**
 * Up to `limit` condemned chunks that no writer relies on and no content names; those that one names are pardoned.
 * A writer may store the same bytes elsewhere at any time, so a row is deleted only while it is still condemned.
 */
export async function reclaimableChunks(tenantId: string, limit: number): Promise<PlacedChunk[]> {
  const settled = await settledEpoch(tenantId)
  return (await judge(tenantId, settled, limit)).unnamed
}

/**
 * Gives up to `limit` chunks up that were condemned in an epoch that is settled: those that no content names lose their
 * rows, and with them their bytes; the others are pardoned. @returns whether there may be more
 */
export async function giveUpChunks(tenantId: string, limit: number): Promise<boolean> {
  const settled = await settledEpoch(tenantId)
  const { looked, unnamed } = await judge(tenantId, settled, limit)
  let given = 0
  for (const part of slices(unnamed.map(({ hash }) => hash).sort())) {
    given += await onPool(tenantId, () => transaction(() => deleteRows(tenantId, part, settled)))
  }
  const pardoned = looked - unnamed.length
  return looked === limit && given + pardoned > 0
}

async function judge(tenantId: string, settled: number, limit: number) {
  const rows: (Omit<PlacedChunk, 'pack' | 'offset'> & { pack_id: string; pack_offset: number })[] =
    await onPool(tenantId, () =>
      unscoped()
        .from('content_chunks')
        .select('hash', 'size', 'pack_id', 'pack_offset')
        .where('tenant_id', tenantId)
        .where('condemned_epoch', '<=', settled)
        .orderBy('condemned_epoch')
        .orderBy('hash')
        .limit(limit)
    )
  const named = await namedAmong(tenantId, new Set(rows.map(({ hash }) => hash)))
  await pardon(tenantId, [...named].sort())
  const unnamed = rows
    .filter(({ hash }) => !named.has(hash))
    .map(({ hash, size, pack_id: pack, pack_offset: offset }) => ({ hash, size, pack, offset }))
  return { looked: rows.length, unnamed }
}

async function pardon(tenantId: string, hashes: string[]): Promise<void> {
  for (const part of slices(hashes)) {
    await onPool(tenantId, () =>
      transaction(async () => update(tenantId, await holdChunks(tenantId, part), null))
    )
  }
}

/** Condemned anew, or revived by a writer, they stay. */
async function deleteRows(tenantId: string, hashes: string[], settled: number): Promise<number> {
  const isSettled = (condemned: number | null) => condemned !== null && condemned <= settled
  const held = await holdChunks(tenantId, hashes, isSettled)
  if (held.length === 0) return 0
  await sql(`delete from content_chunks where tenant_id = ? and hash in (${marks(held)})`, [
    tenantId,
    ...held,
  ])
  return held.length
}

/**
 * Locks chunks in the context's transaction, and gives those that are wanted by the epoch they were condemned in. It waits
 * for no writer, so that none that waits for these can be ended for it: what one has locked is in use, and left for the
 * next time. The epoch is looked at here: SQLite would find the rows by it, all that are condemned for each slice.
 */
async function holdChunks(
  tenantId: string,
  hashes: string[],
  isWanted: (condemned: number | null) => boolean = () => true
): Promise<string[]> {
  const rows = await sql<{ hash: string; condemned_epoch: number | null }>(
    `select hash, condemned_epoch from content_chunks where tenant_id = ? and hash in (${marks(hashes)})
     order by hash ${skipLocked()}`,
    [tenantId, ...hashes]
  )
  return rows.filter((row) => isWanted(row.condemned_epoch)).map(({ hash }) => hash)
}

async function update(tenantId: string, hashes: string[], epoch: number | null): Promise<void> {
  if (hashes.length === 0) return
  await unscoped()
    .from('content_chunks')
    .where('tenant_id', tenantId)
    .whereIn('hash', hashes)
    .update({ condemned_epoch: epoch })
}
