import { ask, dialect, now } from '../../database/index.js'
import { marks, slices } from '../slices.js'
import { encodeChunks } from '../../chunks/manifest.js'
import { type ChunkRef } from '../../chunks/manifest.js'

export interface Manifest {
  id: string
  size: number
  /** Null for older contents until `ContentStore.keepChecksum` computes it. */
  crc32: number | null
  chunks: ChunkRef[]
}

/**
 * Writes the rows of contents in the context's transaction. An existing identical row stays and is locked.
 * Nothing may reference it yet, so garbage collection could be deleting it; one of the two waits for the lock.
 */
export async function recordContents(
  tenantId: string,
  manifests: readonly Manifest[]
): Promise<void> {
  const time = now()
  const byId = new Map(manifests.map((one) => [one.id, one]))
  // Ordered by id, so that two writers of the same rows do not deadlock.
  let left = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  while (left.length > 0) {
    const existing: string[] = []
    for (const part of slices(left)) {
      const inserted = await ask<{ id: string }>(
        `insert into contents (tenant_id, id, size, crc32, chunks, created_at)
         values ${part.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}
         on conflict (tenant_id, id) do nothing returning id`,
        part.flatMap(({ id, size, crc32, chunks }) => [
          tenantId,
          id,
          size,
          crc32,
          encodeChunks(chunks),
          time,
        ])
      )
      const written = new Set(inserted.map(({ id }) => id))
      existing.push(...part.flatMap(({ id }) => (written.has(id) ? [] : id)))
    }
    const absent = existing.length > 0 ? await absentOf(tenantId, existing) : undefined
    // A row was deleted between the two statements, so write it again.
    left = absent === undefined ? [] : existing.map((id) => byId.get(id)!)
  }
}

/**
 * Keeps garbage collection from deleting contents until the context's transaction ends. Writers do not wait for
 * each other. SQLite has only one writer anyway.
 * @returns the id of a content that does not exist; undefined if all exist
 */
export async function absentOf(
  tenantId: string,
  ids: readonly string[]
): Promise<string | undefined> {
  const shared = dialect() === 'postgres' ? 'for key share' : ''
  for (const part of slices([...new Set(ids)].sort())) {
    const held = await ask<{ id: string }>(
      `select id from contents where tenant_id = ? and id in (${marks(part)}) order by id ${shared}`,
      [tenantId, ...part]
    )
    if (held.length === part.length) continue
    const existing = new Set(held.map(({ id }) => id))
    return part.find((id) => !existing.has(id))
  }
  return undefined
}
