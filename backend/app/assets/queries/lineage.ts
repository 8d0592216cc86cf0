import { unscoped } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

export interface Ancestor {
  id: string
  name: string
  type: 'folder' | 'file'
  trashedAt: string | null
}

/** The folders from the top level down to an asset, and the asset itself last; empty for an unknown id. */
export async function lineage(id: string): Promise<Ancestor[]> {
  const tenantId = currentTenantId()
  const columns = ['id', 'parent_id', 'name', 'type', 'trashed_at']
  const of = (table: string) => columns.map((column) => `${table}.${column}`).join(', ')
  const upwards = unscoped().raw(
    `select ${of('assets')}, 0 as depth from assets where tenant_id = ? and id = ?
     union all
     select ${of('assets')}, up.depth + 1 from assets join up on assets.id = up.parent_id
     where assets.tenant_id = ?`,
    [tenantId, id, tenantId]
  )
  const query = unscoped().from('up').withRecursive('up', upwards)
  const rows = await query.select('id', 'name', 'type', 'trashed_at').orderBy('depth', 'desc')
  return rows.map(({ trashed_at: trashedAt, ...row }) => ({ ...row, trashedAt }))
}
