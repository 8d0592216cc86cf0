import { ask, dialect } from '@crossdock/kernel/database'
import type { Row } from '@crossdock/kernel/lists'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { closedFolders } from '../folder_permissions/closed.js'
import type { Asset } from '../models/asset.js'
import { givenIds } from '../tree/given_ids.js'

/**
 * For a page of a list of folders: the ids of those that contain a folder the caller may see. Other pages
 * have no entry.
 */
export const withFolders = new WeakMap<Row<Asset>[], ReadonlySet<string>>()

/**
 * Fills `withFolders` for a page, with one statement. Each folder takes one index lookup, which skips files
 * and ends at the first folder.
 */
export async function noteFoldersIn(page: Row<Asset>[]): Promise<void> {
  const closed = [...(await closedFolders('read'))]
  const child = (isIn: string) => `select 1 from assets where tenant_id = ? and ${isIn}
    and type = 'folder' and trashed_at is null
    ${closed.length > 0 ? `and id not in (${givenIds()})` : ''} limit 1`
  // `foldersIn` says why `between` replaces `=`.
  const text =
    dialect() === 'postgres'
      ? `select given from (${givenIds()}) as page
         cross join lateral (${child('parent_key between given and given')}) as child`
      : `select given from (${givenIds()}) as page where exists (${child('parent_key = given')})`
  const found = await ask<{ given: string }>(text, [
    JSON.stringify(page.map(({ id }) => id)),
    currentTenantId(),
    ...(closed.length > 0 ? [JSON.stringify(closed)] : []),
  ])
  withFolders.set(page, new Set(found.map(({ given }) => given)))
}
