import { ask, now } from '../database/index.js'
import { newContext, peekContext, runInContext } from '../tenancy/index.js'
import { recordContent } from './content_rows.js'
import { decodeChunks, type ChunkRef } from './manifest.js'
import type { PackPlace } from './pack_driver.js'
import { marks, slices } from './slices.js'

/** A chunk and where its bytes lie. */
export type PlacedChunk = ChunkRef & PackPlace

export interface Manifest {
  id: string
  size: number
  chunks: ChunkRef[]
}

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
      const rows = await ask<ChunkRow>(
        `select hash, size, pack_id, pack_offset from content_chunks
         where tenant_id = ? and hash in (${marks(part)})
         ${reliable ? 'and damaged_at is null and condemned_epoch is null' : ''}`,
        [tenantId, ...part]
      )
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
    const [row] = await ask<{ size: number; chunks: Uint8Array }>(
      'select size, chunks from contents where tenant_id = ? and id = ?',
      [tenantId, id]
    )
    return row ? { id, size: row.size, chunks: decodeChunks(row.chunks) } : undefined
  })
}

/**
 * Writes the rows in the context's transaction. A content that another writer brought first stays: it is the same.
 */
export async function recordManifest(
  tenantId: string,
  manifest: Manifest,
  placed: PlacedChunk[]
): Promise<void> {
  if (!peekContext()?.trx) {
    throw new Error('A content is recorded inside the transaction of the rows that name it.')
  }
  await recordChunks(tenantId, placed)
  await recordContent(tenantId, manifest)
}

/**
 * Writes where chunks lie, in the context's transaction. Rows that another writer brought first stay: its
 * bytes are the same and as durable as ours. A damaged or condemned chunk gets the place of the new bytes: every
 * content that names it is whole again. The order by hash keeps two writers of the same
 * chunks from waiting for each other.
 */
export async function recordChunks(tenantId: string, placed: PlacedChunk[]): Promise<void> {
  const time = now()
  const inOrder = placed.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  for (const part of slices(inOrder)) {
    await ask(
      `insert into content_chunks (tenant_id, hash, size, created_at, pack_id, pack_offset)
       values ${part.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}
       on conflict (tenant_id, hash) do update set pack_id = excluded.pack_id,
         pack_offset = excluded.pack_offset, damaged_at = null, condemned_epoch = null
       where content_chunks.damaged_at is not null or content_chunks.condemned_epoch is not null`,
      part.flatMap(({ hash, size, pack, offset }) => [tenantId, hash, size, time, pack, offset])
    )
  }
}
