import { transaction, unscoped } from '../database/index.js'
import { sql } from '../jobs/sql.js'
import { onPool, slices, type PlacedChunk } from './content_index.js'
import { endExpired } from './leases.js'
import { decodeChunks } from './manifest.js'

/** Manifests read in one go: 36 bytes a MiB of content each. */
const manifestsPerPage = 50

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
        await unscoped()
          .from('content_chunks')
          .where('tenant_id', tenantId)
          .whereIn('hash', part)
          .whereNull('condemned_epoch')
          .update({ condemned_epoch: epoch })
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
  await pardon(tenantId, [...named])
  return rows
    .filter(({ hash }) => !named.has(hash))
    .map(({ hash, size, pack_id: pack, pack_offset: offset }) => ({ hash, size, pack, offset }))
}

/** Those of the chunks that a content of the tenant names. */
async function namedAmong(tenantId: string, hashes: Set<string>): Promise<Set<string>> {
  const named = new Set<string>()
  for (let after = '', more = hashes.size > 0; more;) {
    const page: { id: string; chunks: Uint8Array }[] = await onPool(tenantId, () =>
      unscoped()
        .from('contents')
        .select('id', 'chunks')
        .where('tenant_id', tenantId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(manifestsPerPage)
    )
    for (const { chunks } of page) {
      for (const { hash } of decodeChunks(chunks)) if (hashes.has(hash)) named.add(hash)
    }
    after = page.at(-1)?.id ?? after
    more = page.length === manifestsPerPage
  }
  return named
}

async function pardon(tenantId: string, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  await onPool(tenantId, () =>
    transaction(async () => {
      for (const part of slices(hashes)) {
        await unscoped()
          .from('content_chunks')
          .where('tenant_id', tenantId)
          .whereIn('hash', part)
          .update({ condemned_epoch: null })
      }
    })
  )
}
