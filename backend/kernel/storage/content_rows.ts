import { ask, dialect, now } from '../database/index.js'
import type { Manifest } from './content_index.js'
import { marks, slices } from './slices.js'
import { encodeChunks } from './manifest.js'

/**
 * Writes the row of a content in the context's transaction. One that is there stays: it is the same. It is held then:
 * collection, which may be about to delete it because nobody names it yet, comes before this or behind the commit.
 */
export async function recordContent(
  tenantId: string,
  { id, size, chunks }: Manifest
): Promise<void> {
  for (;;) {
    const inserted = await ask(
      `insert into contents (tenant_id, id, size, chunks, created_at) values (?, ?, ?, ?, ?)
       on conflict (tenant_id, id) do nothing returning id`,
      [tenantId, id, size, encodeChunks(chunks), now()]
    )
    // Deleted between the two: it is written once more.
    if (inserted.length > 0 || (await absentOf(tenantId, [id])) === undefined) return
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
