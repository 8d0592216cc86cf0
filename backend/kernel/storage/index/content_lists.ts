import { setImmediate } from 'node:timers/promises'
import { ask } from '../../database/index.js'
import { onPool } from './content_index.js'

const contentsPerPage = 500
/** Size of the contents whose chunk lists are read in one query. A list takes about 36 bytes for each MiB. */
const bytesPerRead = 64 * 1024 ** 3

interface Row {
  id: string
  size: number
}

export interface ContentList {
  id: string
  chunks: Uint8Array
}

/** Yields all contents of a tenant with their chunk lists. Reads a few at a time, so not all at the same moment. */
export async function* contentLists(tenantId: string): AsyncGenerator<ContentList> {
  for (let after = ''; ;) {
    const page = await onPool(tenantId, () =>
      ask<Row>('select id, size from contents where tenant_id = ? and id > ? order by id limit ?', [
        tenantId,
        after,
        contentsPerPage,
      ])
    )
    for (const last of lastOfEachRead(page)) {
      yield* await onPool(tenantId, () =>
        ask<ContentList>(
          'select id, chunks from contents where tenant_id = ? and id > ? and id <= ?',
          [tenantId, after, last]
        )
      )
      after = last
    }
    if (page.length < contentsPerPage) return
    // SQLite answers synchronously, so let other work run.
    await setImmediate()
  }
}

function lastOfEachRead(page: Row[]): string[] {
  const ends: string[] = []
  let bytes = 0
  for (const [index, { id, size }] of page.entries()) {
    bytes += size
    const next = page[index + 1]
    if (next && bytes + next.size <= bytesPerRead) continue
    ends.push(id)
    bytes = 0
  }
  return ends
}
