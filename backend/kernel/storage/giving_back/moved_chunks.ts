import { ask } from '../../database/index.js'
import { skipLocked } from '../../jobs/sql.js'
import type { PlacedChunk } from '../content_index.js'
import { marks, slices } from '../slices.js'
import type { PackPlace } from '../pack_driver.js'

/** A chunk that was copied: where it lies by its row, and where its copy does. */
export interface Copied {
  chunk: PlacedChunk
  to: PackPlace
}

/**
 * Says of chunks that they lie where their copies do, in the context's transaction; not of those that lie elsewhere by
 * now, or that a writer has in hand. What was copied was whole: it is damaged no more. @returns how many
 */
export async function moveChunks(tenantId: string, copied: Copied[]): Promise<number> {
  let moved = 0
  const inOrder = copied.toSorted((a, b) => (a.chunk.hash < b.chunk.hash ? -1 : 1))
  for (const part of slices(inOrder)) {
    const held = await holdThere(tenantId, part)
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

/** Locks those that still lie where they did; it waits for nobody (see `holdChunks`). */
async function holdThere(tenantId: string, copied: Copied[]): Promise<Set<string>> {
  const { pack } = copied[0]!.chunk
  const offsets = new Map(copied.map(({ chunk }) => [chunk.hash, chunk.offset]))
  const rows = await ask<{ hash: string; pack_offset: number }>(
    `select hash, pack_offset from content_chunks
     where tenant_id = ? and pack_id = ? and hash in (${marks(copied)}) order by hash ${skipLocked()}`,
    [tenantId, pack, ...offsets.keys()]
  )
  const there = rows.filter(({ hash, pack_offset: at }) => Number(at) === offsets.get(hash))
  return new Set(there.map(({ hash }) => hash))
}
