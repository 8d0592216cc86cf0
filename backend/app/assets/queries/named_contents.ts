import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** Those of the contents that a version of some file has, in the trash or not. */
export async function namedContents(ids: readonly string[]): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    `with asked(id) as (values ${ids.map(() => '(?)').join()})
     select id from asked where exists (
       select 1 from asset_versions where tenant_id = ? and content_id = asked.id
     )`,
    [...ids, currentTenantId()]
  )
  return rows.map(({ id }) => id)
}
