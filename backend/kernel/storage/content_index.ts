import { ask, now } from '../database/index.js'
import { newContext, peekContext, runInContext } from '../tenancy/index.js'
import { recordContents } from './content_rows.js'
import { decodeChunks, type ChunkRef } from '../chunks/manifest.js'
import type { PackPlace } from './pack_driver.js'
import { chunkRoom } from './chunk_room.js'
import { marks, slices } from './slices.js'

/** A chunk and where its bytes lie. */
export type PlacedChunk = ChunkRef & PackPlace

export interface LocatedChunk extends PlacedChunk {
  /** Marked as damaged. */
  isDamaged: boolean
}

export interface Manifest {
  id: string
  size: number
  /** Null for what was written before it was kept, until it is needed (`ContentStore.checksums`). */
  crc32: number | null
  chunks: ChunkRef[]
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

/** By their ids; what is not there is left out. Lists of large contents are large: few at a time. */
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
 * Writes the rows in the context's transaction. A content that another writer brought first stays: it is the same.
 */
export async function recordManifests(
  tenantId: string,
  manifests: readonly (Manifest & { placed: readonly PlacedChunk[] })[]
): Promise<void> {
  if (!peekContext()?.trx) {
    throw new Error('A content is recorded inside the transaction of the rows that name it.')
  }
  // Equal chunks of several were placed once, and a statement may write a row once.
  const placed = new Map(manifests.flatMap((one) => one.placed.map((place) => [place.hash, place])))
  await recordChunks(tenantId, [...placed.values()])
  await recordContents(tenantId, manifests)
}

/**
 * Writes where chunks lie, in the context's transaction. Rows that another writer brought first stay: its
 * bytes are the same and as durable as ours. A damaged or condemned chunk gets the place of the new bytes: every
 * content that names it is whole again. The order by hash keeps two writers of the same
 * chunks from waiting for each other.
 */
export async function recordChunks(tenantId: string, placed: PlacedChunk[]): Promise<void> {
  // What is stored already takes no room.
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
