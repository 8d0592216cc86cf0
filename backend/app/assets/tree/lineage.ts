import { ask, dialect } from '@crossdock/kernel/database'
import type { Row } from '@crossdock/kernel/lists'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { Asset } from '../models/asset.js'

export interface Ancestor {
  id: string
  name: string
  type: 'folder' | 'file'
  trashedAt: string | null
}

/** By the rows of a page: the lineage of their folder, if the list has read it. */
export const listedIn = new WeakMap<Row<Asset>[], readonly Ancestor[]>()

type Link = Ancestor & { parentId: string | null }

const link = `assets.id, assets.parent_id as "parentId", assets.name, assets.type, assets.trashed_at as "trashedAt"`
const one = `select ${link} from assets where tenant_id = ? and id = ?`
const upwards = `with recursive up as (
  ${one}
  union all
  select ${link} from assets join up on assets.id = up."parentId" where assets.tenant_id = ?
) select * from up`

/** `offset 0` forces lookups by id, whatever PostgreSQL's statistics say. Reads shared folders once. */
const upwardsOfMany = {
  postgres: `with recursive up as (
    select found.* from json_array_elements_text(?::json) as given
    cross join lateral (select ${link} from assets where id = given and tenant_id = ? offset 0) as found
    union
    select above.* from up
    cross join lateral (select ${link} from assets where id = up."parentId" and tenant_id = ? offset 0) as above
  ) select * from up`,
  sqlite: `with recursive up as (
    select ${link} from assets where id in (select value from json_each(?)) and tenant_id = ?
    union
    select ${link} from up join assets on assets.id = up."parentId" where assets.tenant_id = ?
  ) select * from up`,
}

/** The folders from the top level down to an asset, and the asset itself last; empty for an unknown id. */
export async function lineage(id: string): Promise<Ancestor[]> {
  const links = dialect() === 'postgres' ? await readInOneStatement(id) : await readLinkByLink(id)
  return links.reverse()
}

function readInOneStatement(id: string): Promise<Link[]> {
  const tenantId = currentTenantId()
  return ask<Link>(upwards, [tenantId, id, tenantId])
}

/** On SQLite this is faster: a recursive statement takes as long as seven of these, which need no network. */
async function readLinkByLink(id: string): Promise<Link[]> {
  const tenantId = currentTenantId()
  const links: Link[] = []
  for (let next: string | null = id; next !== null; next = links.at(-1)!.parentId) {
    const [found] = await ask<Link>(one, [tenantId, next])
    // Unknown, or a folder was just purged.
    if (!found) return []
    links.push(found)
  }
  return links
}

/** Like `lineage`, for many ids with one statement. The result is by id; unknown ids have an empty list. */
export async function lineages(ids: readonly string[]): Promise<Map<string, Ancestor[]>> {
  const distinct = [...new Set(ids)]
  const [first] = distinct
  if (first === undefined) return new Map()
  if (distinct.length === 1) return new Map([[first, await lineage(first)]])
  const tenantId = currentTenantId()
  const links = await ask<Link>(upwardsOfMany[dialect()], [
    JSON.stringify(distinct),
    tenantId,
    tenantId,
  ])
  const byId = new Map(links.map((one) => [one.id, one]))
  return new Map(distinct.map((id) => [id, pathDownTo(id, byId)]))
}

function pathDownTo(id: string, links: ReadonlyMap<string, Link>): Ancestor[] {
  const path: Link[] = []
  for (let next: string | null = id; next !== null; next = path.at(-1)!.parentId) {
    const found = links.get(next)
    if (!found) return []
    path.push(found)
  }
  return path.reverse()
}

/** `path` in readable form: a "/" before each name, from the top level down. Names contain no "/". */
export const formatPath = (path: readonly { name: string }[]): string =>
  path.map(({ name }) => `/${name}`).join('')
