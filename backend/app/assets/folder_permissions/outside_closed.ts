import { currentTenantId } from '@crossdock/kernel/tenancy'
import { closedFolders, bypassesPermissions } from './closed.js'
import { hasRemains } from './remains.js'
import { foldersIn } from '../tree/folders_in.js'
import { givenIds } from '../tree/given_ids.js'

/**
 * Condition for rows of `assets` in folders that are open to the caller. Includes the closed folders
 * themselves. Values: `closedValues`.
 */
export const openFolderSql = (): string => `(parent_id is null or parent_id not in (
  with recursive shut(id) as (
    ${givenIds()}
    union
    select child.id from shut ${foldersIn('shut', 'also trashed')}
  )
  select id from shut
))`

/** Condition for rows of another table whose asset (`column`) is open to the caller; null when nothing is closed. */
export async function openRowsSql(
  column: string
): Promise<{ sql: string; values: string[] } | null> {
  if (bypassesPermissions()) return null
  const tenantId = currentTenantId()
  const closed = await closedFolders('read')
  const present = `not exists (
    with recursive shut(id) as (
      ${givenIds()}
      union
      select child.id from shut ${foldersIn('shut', 'also trashed')}
    )
    select 1 from assets as named where named.id = ${column} and named.tenant_id = ?
      and (named.id in (select id from shut) or named.parent_id in (select id from shut))
  )`
  const gone = `not exists (
    select 1 from closed_remains where closed_remains.tenant_id = ? and closed_remains.asset_id = ${column}
  )`
  const conditions = [
    ...(closed.size > 0 ? [{ sql: present, values: [...closedValues(closed), tenantId] }] : []),
    ...((await hasRemains()) ? [{ sql: gone, values: [tenantId] }] : []),
  ]
  if (conditions.length === 0) return null
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    values: conditions.flatMap(({ values }) => values),
  }
}

/** @param closed ids of the folders that the caller may not open */
export const closedValues = (closed: Iterable<string>): [string, string] => [
  JSON.stringify([...closed]),
  currentTenantId(),
]
