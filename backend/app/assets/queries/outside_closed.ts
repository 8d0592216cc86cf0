import { currentTenantId } from '@crossdock/kernel/tenancy'
import { closedFolders, passesAll } from '../folder_permissions/closed.js'
import { hasRemains } from '../folder_permissions/remains.js'
import { foldersIn } from './folders_in.js'
import { givenIds } from './given_ids.js'

/**
 * Rows of `assets` as far as the caller may look into their folder, which holds for the closed folders themselves, too.
 * Its values are `closedValues`.
 */
export const outsideClosed = (): string => `(parent_id is null or parent_id not in (
  with recursive shut(id) as (
    ${givenIds()}
    union
    select child.id from shut ${foldersIn('shut', 'also trashed')}
  )
  select id from shut
))`

/** Rows of another table whose asset, which `column` names, is open to the caller; null where nothing is closed. */
export async function rowsOfOpen(
  column: string
): Promise<{ sql: string; values: string[] } | null> {
  if (passesAll()) return null
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

/** @param closed ids of the folders that are closed to the caller */
export const closedValues = (closed: Iterable<string>): [string, string] => [
  JSON.stringify([...closed]),
  currentTenantId(),
]
