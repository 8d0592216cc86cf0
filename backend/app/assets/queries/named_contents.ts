import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** The contents that a version of a file uses, including the trash, or that are a thumbnail. */
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
