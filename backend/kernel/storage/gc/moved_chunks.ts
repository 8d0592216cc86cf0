import { ask } from '../../database/index.js'
import { skipLocked } from '../../jobs/sql.js'
import type { PlacedChunk } from '../index/content_index.js'
import { marks, slices } from '../slices.js'
import type { PackPlace } from '../packs/pack_driver.js'

/** A copied chunk: its place as in the row, and the place of the copy. */
export interface Copied {
  chunk: PlacedChunk
  to: PackPlace
}

/**
 * Changes the places of chunks to those of their copies, in the context's transaction. Skips chunks that have
 * moved since, or that a writer has locked. A copied chunk was intact, so its damage mark is removed.
 * @returns the number of moved chunks
 */
export async function moveChunks(tenantId: string, copied: Copied[]): Promise<number> {
  let moved = 0
  const inOrder = copied.toSorted((a, b) => (a.chunk.hash < b.chunk.hash ? -1 : 1))
  for (const part of slices(inOrder)) {
    const held = await lockUnmoved(tenantId, part)
    for (const { chunk, to } of part) {
      if (!held.has(chunk.hash)) continue
      await ask(
        `update content_chunks set pack_id = ?, pack_offset = ?, damaged_at = null
         where tenant_id = ? and hash = ? and pack_id = ? and pack_offset = ?`,
        [to.pack, to.offset, tenantId, chunk.hash, chunk.pack, chunk.offset]
      )
      moved++
    }
  }
  return moved
}

/** Locks the chunks that have not moved, and skips locked ones (see `holdChunks`). */
async function lockUnmoved(tenantId: string, copied: Copied[]): Promise<Set<string>> {
  const { pack } = copied[0]!.chunk
  const offsets = new Map(copied.map(({ chunk }) => [chunk.hash, chunk.offset]))
  const rows = await ask<{ hash: string; pack_offset: number }>(
    `select hash, pack_offset from content_chunks
     where tenant_id = ? and pack_id = ? and hash in (${marks(copied)}) order by hash ${skipLocked()}`,
    [tenantId, pack, ...offsets.keys()]
  )
  const unmoved = rows.filter(({ hash, pack_offset: at }) => Number(at) === offsets.get(hash))
  return new Set(unmoved.map(({ hash }) => hash))
}
