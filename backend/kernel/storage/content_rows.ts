import { ask, dialect, now } from '../database/index.js'
import type { Manifest } from './content_index.js'
import { marks, slices } from './slices.js'
import { encodeChunks } from '../chunks/manifest.js'

/**
 * Writes the rows of contents in the context's transaction. One that is there stays: it is the same. It is held then:
 * collection, which may be about to delete it because nobody names it yet, comes before this or behind the commit.
 */
export async function recordContents(
  tenantId: string,
  manifests: readonly Manifest[]
): Promise<void> {
  const time = now()
  const byId = new Map(manifests.map((one) => [one.id, one]))
  // In the order of ids: of two writers of the same ones, one waits for the other.
  let left = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  while (left.length > 0) {
    const there: string[] = []
    for (const part of slices(left)) {
      const inserted = await ask<{ id: string }>(
        `insert into contents (tenant_id, id, size, crc32, chunks, created_at)
         values ${part.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}
         on conflict (tenant_id, id) do nothing returning id`,
        part.flatMap(({ id, size, crc32, chunks }) => [
          ...[tenantId, id, size, crc32, encodeChunks(chunks), time],
        ])
      )
      const written = new Set(inserted.map(({ id }) => id))
      there.push(...part.flatMap(({ id }) => (written.has(id) ? [] : id)))
    }
    const absent = there.length > 0 ? await absentOf(tenantId, there) : undefined
    // Deleted between the two: it is written once more, and the others are there.
    left = absent === undefined ? [] : there.map((id) => byId.get(id)!)
  }
}

/**
 * Keeps collection from deleting contents until the context's transaction ends. Writers do not wait for one another.
 * On SQLite there is one writer anyway. @returns one that is not there
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
    const there = new Set(held.map(({ id }) => id))
    return part.find((id) => !there.has(id))
  }
  return undefined
}
