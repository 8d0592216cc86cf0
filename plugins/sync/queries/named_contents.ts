import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

/** Returns the subset of contents that contracts keep. */
export async function contentsOfSync(ids: readonly string[]): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    `with asked(id) as (values ${ids.map(() => '(?)').join()})
     select id from asked where exists (
       select 1 from sync_kept where tenant_id = ? and content_hash = asked.id
     )`,
    [...ids, currentTenantId()]
  )
  return rows.map(({ id }) => id)
}
