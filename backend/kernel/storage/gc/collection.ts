import { transaction, unscoped } from '../../database/index.js'
import { skipLocked, sql } from '../../jobs/sql.js'
import { onPool } from '../index/content_index.js'
import { marks, slices } from '../slices.js'
import { namedAmong } from './chunk_names.js'
import { endExpired } from '../chunks/leases.js'

/**
 * Garbage collection first condemns chunks that no content references, so that writers no longer reuse them. It
 * waits until every writer that may have reused them before has ended. Then it deletes those that still no
 * content references. Epochs number the condemnations of a tenant.
 */

/**
 * Condemns chunks, so that writers store their bytes again.
 * @returns the epoch that begins with this
 */
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
 * Returns the newest settled epoch: every writer that began before it has recorded its content or never will.
 * No writer relies on chunks condemned in it or earlier. Nor does one rely on bytes that were in a pack without
 * a row when it began.
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
 * Deletes the rows of up to `limit` chunks condemned in a settled epoch, and so frees their bytes. Chunks that
 * a content references are pardoned instead.
 * @returns whether there may be more
 */
export async function deleteCondemned(tenantId: string, limit: number): Promise<boolean> {
  const { settled, condemned, unnamed } = await reclaimableChunks(tenantId, limit)
  let deleted = 0
  for (const part of slices(unnamed)) {
    deleted += await onPool(tenantId, () => transaction(() => deleteRows(tenantId, part, settled)))
  }
  const pardoned = condemned - unnamed.length
  return condemned === limit && deleted + pardoned > 0
}

/**
 * Returns the number of condemned chunks, up to `limit`, that no writer relies on, and which of them no content
 * references. The other ones are pardoned. A writer may store the same bytes elsewhere at any time, so a row is
 * deleted only while it is still condemned.
 */
export async function reclaimableChunks(tenantId: string, limit: number) {
  const settled = await settledEpoch(tenantId)
  const rows: { hash: string }[] = await onPool(tenantId, () =>
    unscoped()
      .from('content_chunks')
      .select('hash')
      .where('tenant_id', tenantId)
      .where('condemned_epoch', '<=', settled)
      .orderBy('condemned_epoch')
      .orderBy('hash')
      .limit(limit)
  )
  const hashes = rows.map(({ hash }) => hash)
  const named = await namedAmong(tenantId, new Set(hashes))
  await pardon(tenantId, [...named].sort())
  const unnamed = hashes.filter((hash) => !named.has(hash)).sort()
  return { settled, condemned: hashes.length, unnamed }
}

async function pardon(tenantId: string, hashes: string[]): Promise<void> {
  for (const part of slices(hashes)) {
    await onPool(tenantId, () =>
      transaction(async () => update(tenantId, await holdChunks(tenantId, part), null))
    )
  }
}

/** Keeps chunks that were condemned again, or that a writer revived. */
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
 * Locks chunks in the context's transaction, and returns those with a wanted epoch. Skips locked rows: a chunk
 * that a writer has locked is in use, and waiting could cause a deadlock. The epoch is checked in code, because
 * SQLite would use its index and scan all condemned chunks for each batch.
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
