import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { Asset } from '../models/asset.js'
import { foldersIn } from '../tree/folders_in.js'
import { givenIds } from '../tree/given_ids.js'

/**
 * Folders in the trash, and folders below them, whose own rows do not say that they are in the trash. Values: the
 * tenant, twice.
 */
const hiddenFolders = () => `with recursive hidden(id) as (
  select id from assets where tenant_id = ? and trashed_at is not null and type = 'folder'
  union
  select child.id from hidden ${foldersIn('hidden', 'present')}
)
select id from hidden`

/** With more folders, the list's own statement looks them up. */
const mostNamed = 1_000

/**
 * Leaves out what is below a folder in the trash. The folders are read first: most tenants have none. With the lookup
 * inside the list, PostgreSQL scanned a whole index for one id (found by backend/tests/explain).
 */
export async function leaveOutTrashed(query: ReturnType<typeof Asset.query>): Promise<void> {
  const tenant = [currentTenantId(), currentTenantId()]
  const found = await ask<{ id: string }>(`${hiddenFolders()} limit ?`, [...tenant, mostNamed + 1])
  if (found.length === 0) return
  const [hidden, values] =
    found.length > mostNamed
      ? [hiddenFolders(), tenant]
      : [givenIds(), [JSON.stringify(found.map(({ id }) => id))]]
  query.whereRaw(`(parent_id is null or parent_id not in (${hidden}))`, values)
}
