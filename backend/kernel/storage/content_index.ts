import { now, unscoped } from '../database/index.js'
import { newContext, peekContext, runInContext } from '../tenancy/index.js'
import { decodeChunks, encodeChunks, type ChunkRef } from './manifest.js'
import type { PackPlace } from './pack_driver.js'

/** A chunk and where its bytes lie. */
export type PlacedChunk = ChunkRef & PackPlace

export interface Manifest {
  id: string
  size: number
  chunks: ChunkRef[]
}

/** Bound variables a statement stays far below on every database. */
const ROWS_PER_STATEMENT = 200

interface ChunkRow {
  hash: string
  size: number
  pack_id: string
  pack_offset: number
}

/**
 * Reads run on the pool in a context of their own: a content is streamed long after the request or
 * transaction that opened it has gone on.
 */
export function onPool<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
  return runInContext(newContext({ tenantId }), work)
}

/**
 * Those of the chunks whose bytes the tenant has stored already, with their places, by hash; for writers only
 * those they may rely on: without the damaged and the condemned, so that the same bytes are stored anew.
 */
export function locateChunks(
  tenantId: string,
  hashes: string[],
  { reliable = false } = {}
): Promise<Map<string, PlacedChunk>> {
  return onPool(tenantId, async () => {
    const found = new Map<string, PlacedChunk>()
    for (const part of slices([...new Set(hashes)])) {
      const query = unscoped()
        .from('content_chunks')
        .select('hash', 'size', 'pack_id', 'pack_offset')
        .where('tenant_id', tenantId)
        .whereIn('hash', part)
      if (reliable) query.whereNull('damaged_at').whereNull('condemned_epoch')
      const rows: ChunkRow[] = await query
      for (const row of rows) {
        const { hash, size, pack_id: pack, pack_offset: offset } = row
        found.set(hash, { hash, size, pack, offset })
      }
    }
    return found
  })
}

export function findManifest(tenantId: string, id: string): Promise<Manifest | undefined> {
  return onPool(tenantId, async () => {
    const row: { size: number; chunks: Uint8Array } | null = await unscoped()
      .from('contents')
      .select('size', 'chunks')
      .where({ tenant_id: tenantId, id })
      .first()
    return row ? { id, size: row.size, chunks: decodeChunks(row.chunks) } : undefined
  })
}

/**
 * Writes the rows in the context's transaction. Rows that another writer brought first stay: its
 * bytes are the same and as durable as ours. A damaged or condemned chunk gets the place of the new bytes: every
 * content that names it is whole again. The order by hash keeps two writers of the same
 * chunks from waiting for each other.
 */
export async function recordManifest(
  tenantId: string,
  manifest: Manifest,
  placed: PlacedChunk[]
): Promise<void> {
  if (!peekContext()?.trx) {
    throw new Error('A content is recorded inside the transaction of the rows that name it.')
  }
  const created_at = now()
  const rows = placed
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ hash, size, pack, offset }) => ({
      ...{ tenant_id: tenantId, hash, size, created_at },
      ...{ pack_id: pack, pack_offset: offset, damaged_at: null, condemned_epoch: null },
    }))
  for (const part of slices(rows)) {
    const insert = unscoped().insertQuery().table('content_chunks').knexQuery.insert(part)
    await insert
      .onConflict(['tenant_id', 'hash'])
      .merge(['pack_id', 'pack_offset', 'damaged_at', 'condemned_epoch'])
      .whereRaw(
        '(content_chunks.damaged_at is not null or content_chunks.condemned_epoch is not null)'
      )
  }
  const { id, size, chunks } = manifest
  const insert = unscoped().insertQuery().table('contents').onConflict(['tenant_id', 'id']).ignore()
  await insert.insert({ tenant_id: tenantId, id, size, chunks: encodeChunks(chunks), created_at })
}

/** Parts of a list that fit into a statement each. */
export function slices<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS_PER_STATEMENT) }, (_, index) =>
    items.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT)
  )
}
