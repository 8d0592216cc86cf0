import { ask, dialect } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { foldersIn } from './folders_in.js'

/** A file or folder that is copied. */
export interface Entry {
  id: string
  parentId: string | null
  name: string
  type: 'folder' | 'file'
}

const isChild = `tenant_id = ? and parent_key = below.id and trashed_at is null`

/**
 * Goes down the index of a folder's names; what lies in the trash is not gone into. Neither database may turn the join
 * around and read all of a tenant for each folder: of a cross join SQLite keeps the order, a lateral one PostgreSQL.
 */
const children = {
  // In the order of an index that begins with the folder: of a table it knows nothing of PostgreSQL takes one of the whole tenant.
  postgres: `cross join lateral (select id from assets where ${isChild} order by size offset 0) as child`,
  sqlite: `cross join assets as child where ${isChild}`,
}

/** An asset and what people see below it, as `below(id, depth)`: the tenant, its id and the tenant are its values. */
export const belowFolder = () => `with recursive below(id, depth) as (
  select id, 1 from assets where tenant_id = ? and id = ? and trashed_at is null
  union all
  select child.id, below.depth + 1 from below ${children[dialect()]}
)`

/**
 * The ids of what people see below an asset, itself first at depth 1 and folders before what they hold; nothing when it was
 * deleted meanwhile.
 * @param most there is one more in the answer where there are more
 */
export async function depthsBelow(id: string, most: number): Promise<Map<string, number>> {
  const tenantId = currentTenantId()
  const found = await ask<{ id: string; depth: number }>(
    `${belowFolder()} select id, depth from below limit ?`,
    [tenantId, id, tenantId, most + 1]
  )
  const inOrder = found.sort((a, b) => a.depth - b.depth)
  return new Map(inOrder.map((one) => [one.id, one.depth]))
}

/** How deep folders lie below one, itself at depth 1; the files in them are not looked at. */
export async function depthOfFolders(id: string): Promise<number> {
  const tenantId = currentTenantId()
  const [found] = await ask<{ depth: number | null }>(
    `with recursive below(id, depth) as (
      select id, 1 from assets where tenant_id = ? and id = ?
      union all
      select child.id, below.depth + 1 from below ${foldersIn('below', 'present')}
    ) select max(depth) as depth from below`,
    [tenantId, id, tenantId]
  )
  return found?.depth ?? 0
}

const entry = `id, parent_id as "parentId", name, type from assets`

/** Locked one by one, in the order in which they are given. */
const kept = {
  postgres: `select found.* from json_array_elements_text(?::json) as given cross join lateral
    (select ${entry} where id = given and tenant_id = ? for key share offset 0) as found`,
  sqlite: `select ${entry} where id in (select value from json_each(?)) and tenant_id = ?`,
}

/**
 * Entries by their ids. Until the transaction ends none of them is purged, and with it the content it has. All of them are
 * locked at once in the order of ids, as by `lockAssets`: who wants some of them waits, and never for each other.
 */
export async function keepEntries(ids: readonly string[]): Promise<ReadonlyMap<string, Entry>> {
  const sorted = JSON.stringify([...new Set(ids)].sort())
  const found = await ask<Entry>(kept[dialect()], [sorted, currentTenantId()])
  return new Map(found.map((one) => [one.id, one]))
}
