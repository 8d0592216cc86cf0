import { ask, transaction } from '../../database/index.js'
import { skipLocked } from '../../jobs/sql.js'
import { onPool } from '../index/content_index.js'
import { marks } from '../slices.js'
import { stillReferenced } from '../index/content_names.js'

const contentsPerPage = 200

interface Row {
  id: string
}

/**
 * Deletes those of a tenant's next contents that nothing references. Their chunks are condemned later.
 * @returns where to continue, or null at the end
 */
export async function collectContents(tenantId: string, after: string): Promise<string | null> {
  const ids = await onPool(tenantId, () => nextIds(tenantId, after))
  const named = await onPool(tenantId, () => stillReferenced(ids))
  const unnamed = ids.filter((id) => !named.has(id))
  if (unnamed.length > 0) {
    await onPool(tenantId, () => transaction(() => deleteUnreferenced(tenantId, unnamed)))
  }
  return ids.length === contentsPerPage ? ids.at(-1)! : null
}

async function nextIds(tenantId: string, after: string): Promise<string[]> {
  const rows = await ask<Row>(
    'select id from contents where tenant_id = ? and id > ? order by id limit ?',
    [tenantId, after, contentsPerPage]
  )
  return rows.map(({ id }) => id)
}

/**
 * Skips a row that a transaction has locked, because it is about to reference the content. A later transaction
 * waits for this lock and then finds no row.
 */
async function deleteUnreferenced(tenantId: string, ids: string[]): Promise<void> {
  const locked = await ask<Row>(
    `select id from contents where tenant_id = ? and id in (${marks(ids)}) order by id ${skipLocked()}`,
    [tenantId, ...ids]
  )
  const held = locked.map(({ id }) => id)
  // Check again: a row may have referenced the content before this lock.
  const named = await stillReferenced(held)
  const unnamed = held.filter((id) => !named.has(id))
  if (unnamed.length === 0) return
  await ask(`delete from contents where tenant_id = ? and id in (${marks(unnamed)})`, [
    tenantId,
    ...unnamed,
  ])
}
