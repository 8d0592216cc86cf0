import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { Asset } from '../models/asset.js'
import { foldersIn } from '../tree/folders_in.js'
import { givenIds } from '../tree/given_ids.js'

/**
 * Folders in the trash and all folders below them. (Rows below a folder in the trash have no `trashed_at`.)
 * Values: the tenant, twice.
 */
const hiddenFolders = () => `with recursive hidden(id) as (
  select id from assets where tenant_id = ? and trashed_at is not null and type = 'folder'
  union
  select child.id from hidden ${foldersIn('hidden', 'present')}
)
select id from hidden`

/** With more folders, the list uses a subquery instead of ids. */
const mostNamed = 1_000

/**
 * Leaves out what is below a folder in the trash. Reads these folders first, because most tenants have none.
 * With a subquery, PostgreSQL may scan a whole index for one id.
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
