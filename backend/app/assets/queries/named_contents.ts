import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** Those of the contents that are in use: by a version of a file, also in the trash, or as a thumbnail. */
export async function namedContents(ids: readonly string[]): Promise<string[]> {
  const tenantId = currentTenantId()
  const rows = await ask<{ id: string }>(
    `with asked(id) as (values ${ids.map(() => '(?)').join()})
     select id from asked where exists (
       select 1 from asset_versions where tenant_id = ? and content_id = asked.id
     ) or exists (
       select 1 from thumbnails where tenant_id = ? and content_id = asked.id
     )`,
    [...ids, tenantId, tenantId]
  )
  return rows.map(({ id }) => id)
}
