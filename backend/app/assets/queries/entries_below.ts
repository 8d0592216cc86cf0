import { ask, dialect } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { foldersIn } from '../tree/folders_in.js'

/** A file or folder to copy. */
export interface Entry {
  id: string
  parentId: string | null
  name: string
  type: 'folder' | 'file'
}

const isChild = `tenant_id = ? and parent_key = below.id and trashed_at is null`

/**
 * The children of a folder outside the trash. Neither database may reverse the join and read the whole tenant
 * for each folder: SQLite keeps the order of a cross join, PostgreSQL that of a lateral join.
 */
const children = {
  // Forces an index that begins with the folder. Without table statistics PostgreSQL would choose one for the whole
  // tenant.
  postgres: `cross join lateral (select id from assets where ${isChild} order by size offset 0) as child`,
  sqlite: `cross join assets as child where ${isChild}`,
}

/** An asset and what people see below it, as `below(id, depth)`. Values: the tenant, the asset id, the tenant. */
export const belowFolder = () => `with recursive below(id, depth) as (
  select id, 1 from assets where tenant_id = ? and id = ? and trashed_at is null
  union all
  select child.id, below.depth + 1 from below ${children[dialect()]}
)`

/**
 * The ids of an asset (depth 1) and of what people see below it, folders before their contents. Empty when the asset
 * was deleted in between.
 * @param most with more entries, the result has one more than `most`
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

/** The greatest depth of folders in an asset, which itself has depth 1. Does not read files. */
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

/** Locks rows one by one, in the given order. */
const kept = {
  postgres: `select found.* from json_array_elements_text(?::json) as given cross join lateral
    (select ${entry} where id = given and tenant_id = ? for key share offset 0) as found`,
  sqlite: `select ${entry} where id in (select value from json_each(?)) and tenant_id = ?`,
}

/**
 * Entries by id. The lock keeps them and their content from being purged until the transaction ends. Rows are locked
 * in the order of ids, as in `lockAssets`, which prevents deadlocks.
 */
export async function keepEntries(ids: readonly string[]): Promise<ReadonlyMap<string, Entry>> {
  const sorted = JSON.stringify([...new Set(ids)].sort())
  const found = await ask<Entry>(kept[dialect()], [sorted, currentTenantId()])
  return new Map(found.map((one) => [one.id, one]))
}
