import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

export interface Ancestor {
  id: string
  name: string
  type: 'folder' | 'file'
  trashedAt: string | null
}

const columns = ['id', 'parent_id', 'name', 'type', 'trashed_at']
const own = columns.map((column) => `assets.${column}`).join(', ')
const upwards = `with recursive up as (
  select ${own}, 0 as depth from assets where tenant_id = ? and id = ?
  union all
  select ${own}, up.depth + 1 from assets join up on assets.id = up.parent_id
  where assets.tenant_id = ?
) select id, name, type, trashed_at as "trashedAt" from up order by depth desc`

/** The folders from the top level down to an asset, and the asset itself last; empty for an unknown id. */
export function lineage(id: string): Promise<Ancestor[]> {
  const tenantId = currentTenantId()
  return ask<Ancestor>(upwards, [tenantId, id, tenantId])
}
