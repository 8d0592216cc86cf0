import { ask, dialect } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'

export interface Ancestor {
  id: string
  name: string
  type: 'folder' | 'file'
  trashedAt: string | null
}

type Link = Ancestor & { parentId: string | null }

const link = `assets.id, assets.parent_id as "parentId", assets.name, assets.type, assets.trashed_at as "trashedAt"`
const one = `select ${link} from assets where tenant_id = ? and id = ?`
const upwards = `with recursive up as (
  ${one}
  union all
  select ${link} from assets join up on assets.id = up."parentId" where assets.tenant_id = ?
) select * from up`

/** The folders from the top level down to an asset, and the asset itself last; empty for an unknown id. */
export async function lineage(id: string): Promise<Ancestor[]> {
  const links = dialect() === 'postgres' ? await inOneTrip(id) : await linkByLink(id)
  return links.reverse()
}

function inOneTrip(id: string): Promise<Link[]> {
  const tenantId = currentTenantId()
  return ask<Link>(upwards, [tenantId, id, tenantId])
}

/** SQLite needs no trip, and for one recursive statement as long as for seven of these. */
async function linkByLink(id: string): Promise<Link[]> {
  const tenantId = currentTenantId()
  const links: Link[] = []
  for (let next: string | null = id; next !== null; next = links.at(-1)!.parentId) {
    const [found] = await ask<Link>(one, [tenantId, next])
    // Purged meanwhile, and with it what lay in it.
    if (!found) return []
    links.push(found)
  }
  return links
}
