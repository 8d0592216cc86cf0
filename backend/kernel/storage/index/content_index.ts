import { ask, now } from '../../database/index.js'
import { newContext, peekContext, runInContext } from '../../tenancy/index.js'
import { recordContents } from './content_rows.js'
import { decodeChunks, type ChunkRef } from '../../chunks/manifest.js'
import type { PackPlace } from '../packs/pack_driver.js'
import { chunkRoom } from './chunk_room.js'
import { marks, slices } from '../slices.js'
import type { Manifest } from './content_rows.js'

/** A chunk, and where its bytes are stored. */
export type PlacedChunk = ChunkRef & PackPlace

export interface LocatedChunk extends PlacedChunk {
  /** Whether the chunk is marked as damaged. */
  isDamaged: boolean
}

interface ChunkRow {
  hash: string
  size: number
  pack_id: string
  pack_offset: number
  damaged_at: string | null
}

type ManifestRow = Pick<Manifest, 'id' | 'size' | 'crc32'> & { chunks: Uint8Array }

/**
 * Runs reads on the pool, in a context of their own. A content is streamed long after the request or
 * transaction that opened it has ended.
 */
export function onPool<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
  return runInContext(newContext({ tenantId }), work)
}

/**
 * Returns the places of those chunks that the tenant has stored, by hash. Writers set `reliable`, which leaves
 * out damaged and condemned chunks, so that their bytes are stored again.
 */
export function locateChunks(
  tenantId: string,
  hashes: string[],
  { reliable = false } = {}
): Promise<Map<string, LocatedChunk>> {
  return onPool(tenantId, async () => {
    const found = new Map<string, LocatedChunk>()
    for (const part of slices([...new Set(hashes)])) {
      const rows = await ask<ChunkRow>(
        `select hash, size, pack_id, pack_offset, damaged_at from content_chunks
         where tenant_id = ? and hash in (${marks(part)})
         ${reliable ? 'and damaged_at is null and condemned_epoch is null' : ''}`,
        [tenantId, ...part]
      )
      for (const row of rows) {
        const { hash, size, pack_id: pack, pack_offset: offset } = row
        found.set(hash, { hash, size, pack, offset, isDamaged: row.damaged_at !== null })
      }
    }
    return found
  })
}

export async function findManifest(tenantId: string, id: string): Promise<Manifest | undefined> {
  return (await findManifests(tenantId, [id])).get(id)
}

/** Returns sizes by content id. Omits missing contents. */
export function findSizes(
  tenantId: string,
  ids: readonly string[]
): Promise<ReadonlyMap<string, number>> {
  return onPool(tenantId, async () => {
    const found = new Map<string, number>()
    for (const part of slices([...new Set(ids)])) {
      const rows = await ask<{ id: string; size: number }>(
        `select id, size from contents where tenant_id = ? and id in (${marks(part)})`,
        [tenantId, ...part]
      )
      for (const { id, size } of rows) found.set(id, Number(size))
    }
    return found
  })
}

/**
 * Returns manifests by content id. Omits missing contents. The chunk list of a large content is large, so
 * request few at a time.
 */
export function findManifests(
  tenantId: string,
  ids: readonly string[]
): Promise<Map<string, Manifest>> {
  return onPool(tenantId, async () => {
    const found = new Map<string, Manifest>()
    for (const part of slices([...new Set(ids)])) {
      const rows = await ask<ManifestRow>(
        `select id, size, crc32, chunks from contents where tenant_id = ? and id in (${marks(part)})`,
        [tenantId, ...part]
      )
      for (const { id, size, crc32, chunks } of rows) {
        found.set(id, { id, size, crc32, chunks: decodeChunks(chunks) })
      }
    }
    return found
  })
}

/**
 * Writes the rows in the context's transaction. If another writer has recorded an identical content first, its
 * row stays.
 */
export async function recordManifests(
  tenantId: string,
  manifests: readonly (Manifest & { placed: readonly PlacedChunk[] })[]
): Promise<void> {
  if (!peekContext()?.trx) {
    throw new Error('A content must be recorded inside the transaction of the rows that name it.')
  }
  // Contents may share chunks, and one statement may write a row only once.
  const placed = new Map(manifests.flatMap((one) => one.placed.map((place) => [place.hash, place])))
  await recordChunks(tenantId, [...placed.values()])
  await recordContents(tenantId, manifests)
}

/**
 * Writes the places of chunks in the context's transaction. If another writer has stored a chunk first, its row
 * stays, because its bytes are the same and as durable. A damaged or condemned chunk gets the new place, which
 * repairs every content that references it. Rows are ordered by hash, so that two writers of the same chunks do
 * not deadlock.
 */
export async function recordChunks(tenantId: string, placed: PlacedChunk[]): Promise<void> {
  // A write without new chunks needs no quota.
  if (placed.length === 0) return
  const write = () => insertChunks(tenantId, placed)
  const room = chunkRoom.peek()
  await (room ? room(write) : write())
}

async function insertChunks(tenantId: string, placed: PlacedChunk[]): Promise<void> {
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
