import { ask, dialect } from '@crossdock/kernel/database'
import type { OwnedTable } from '../queries/owned_tables.js'

/** Rows deleted with one commit: so many that nobody notices. */
export const rowsAtOnce = 500

/**
 * Deletes some of a tenant's rows in the current transaction. Of a table whose rows refer to one another (folders) those that
 * none refers to, or a folder would take all that is in it. @returns how many
 */
export async function deleteRows(table: OwnedTable, tenantId: string): Promise<number> {
  const unreferred = table.own.map(
    (columns) => `and not exists (${referring(table.name, columns)})`
  )
  const deleted = await deleteWhere(table, tenantId, unreferred.join(' '))
  // Rows that refer to one another in a circle: one takes the others with it.
  if (deleted > 0 || unreferred.length === 0) return deleted
  return await deleteWhere(table, tenantId, '')
}

async function deleteWhere(table: OwnedTable, tenantId: string, more: string): Promise<number> {
  const { name, key } = table
  const keys = key.map((column) => `chosen.${column}`).join(', ')
  const newest = table.own.length > 0 ? 'order by chosen.id desc' : ''
  const some = `select ${keys} from ${name} as chosen
    where chosen.tenant_id = ? ${more} ${newest} limit ${rowsAtOnce}`
  const among =
    dialect() === 'postgres'
      ? `${name}.ctid = any(array(${some}))`
      : `(${key.join(', ')}) in (${some})`
  const rows = await ask(
    `delete from ${name} where tenant_id = ? and ${among} returning 1 as one`,
    [tenantId, tenantId]
  )
  return rows.length
}

function referring(table: string, columns: [from: string, to: string][]): string {
  const same = columns.map(([from, to]) => `referring.${from} = chosen.${to}`)
  return `select 1 from ${table} as referring where ${same.join(' and ')}`
}
