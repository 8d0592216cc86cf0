import { ask, dialect } from '@crossdock/kernel/database'
import type { OwnedTable } from '../queries/owned_tables.js'

/** Rows deleted per commit; few enough that other work is not delayed. */
export const deletedPerCommit = 500

/**
 * Deletes a batch of a tenant's rows in the current transaction. In a table whose rows refer to each other
 * (folders) it deletes rows without references first; otherwise a folder would cascade to all its content.
 * @returns the number of deleted rows
 */
export async function deleteRows(table: OwnedTable, tenantId: string): Promise<number> {
  const unreferred = table.own.map(
    (columns) => `and not exists (${referringSql(table.name, columns)})`
  )
  const deleted = await deleteWhere(table, tenantId, unreferred.join(' '))
  // Only cycles are left: deleting one row cascades to the others.
  if (deleted > 0 || unreferred.length === 0) return deleted
  return await deleteWhere(table, tenantId, '')
}

async function deleteWhere(table: OwnedTable, tenantId: string, more: string): Promise<number> {
  const { name, key } = table
  const keys = key.map((column) => `chosen.${column}`).join(', ')
  const newest = table.own.length > 0 ? 'order by chosen.id desc' : ''
  const keysOfBatch = `select ${keys} from ${name} as chosen
    where chosen.tenant_id = ? ${more} ${newest} limit ${deletedPerCommit}`
  const among =
    dialect() === 'postgres'
      ? `${name}.ctid = any(array(${keysOfBatch}))`
      : `(${key.join(', ')}) in (${keysOfBatch})`
  const rows = await ask(
    `delete from ${name} where tenant_id = ? and ${among} returning 1 as one`,
    [tenantId, tenantId]
  )
  return rows.length
}

function referringSql(table: string, columns: [from: string, to: string][]): string {
  const same = columns.map(([from, to]) => `referring.${from} = chosen.${to}`)
  return `select 1 from ${table} as referring where ${same.join(' and ')}`
}
