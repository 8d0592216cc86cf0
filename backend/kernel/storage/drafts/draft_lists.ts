import { ask } from '../../database/index.js'
import { onPool } from '../index/content_index.js'

/** Number of drafts, or of their parts, read in one query. */
const rowsPerPage = 200

interface Part {
  draft_id: string
  from_byte: number
  chunks: Uint8Array
}

/** Yields the chunk lists of a tenant's unfinished uploads. The bytes after the last cut are included. */
export async function* draftLists(tenantId: string): AsyncGenerator<{ chunks: Uint8Array }> {
  for (let after = ''; ;) {
    const page = await onPool(tenantId, () =>
      ask<{ id: string; chunks: Uint8Array }>(
        `select id, tail as chunks from content_drafts where tenant_id = ? and id > ?
         order by id limit ${rowsPerPage}`,
        [tenantId, after]
      )
    )
    yield* page
    if (page.length < rowsPerPage) break
    after = page.at(-1)!.id
  }
  for (let after = { draft_id: '', from_byte: -1 }; ;) {
    const page = await onPool(tenantId, () =>
      ask<Part>(
        `select draft_id, from_byte, chunks from content_draft_parts
         where tenant_id = ? and (draft_id, from_byte) > (?, ?)
         order by draft_id, from_byte limit ${rowsPerPage}`,
        [tenantId, after.draft_id, after.from_byte]
      )
    )
    yield* page
    if (page.length < rowsPerPage) return
    after = page.at(-1)!
  }
}
