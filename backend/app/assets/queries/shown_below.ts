import { askOrAside, dialect } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { belowFolder } from './entries_below.js'

/** What a download needs to know of a file or folder. */
export interface ShownEntry {
  id: string
  parentId: string | null
  name: string
  type: 'folder' | 'file'
  mimeType: string | null
  createdAt: string
  /** Null for folders, as all that follows. */
  version: number | null
  /** Of the present version of a file; null for folders. */
  contentId: string | null
  size: number
  writtenAt: string | null
  /** When a file was last changed, as its sender says. */
  fileModifiedAt: string | null
}

/** Each is looked up by its id, whatever the database knows of the tables. */
const values = {
  postgres: `cross join lateral (select * from assets where id = below.id and tenant_id = ? offset 0) as asset
    left join lateral (
      select * from asset_versions where asset_id = asset.id and version = asset.version
      and tenant_id = asset.tenant_id offset 0
    ) as present on true`,
  sqlite: `cross join assets as asset on asset.id = below.id and asset.tenant_id = ?
    left join asset_versions as present on present.asset_id = asset.id
      and present.version = asset.version and present.tenant_id = asset.tenant_id`,
}

/**
 * What people see below an asset, itself included, with the present versions: one statement, so all of it is of one moment.
 * Nothing when it was deleted meanwhile.
 * @param most there is one more in the answer where there are more
 */
export async function shownBelow(id: string, most: number): Promise<ShownEntry[]> {
  const tenantId = currentTenantId()
  const found = await askOrAside<ShownEntry>(
    `${belowFolder()} select asset.id, asset.parent_id as "parentId", asset.name, asset.type,
       asset.mime_type as "mimeType",
       asset.created_at as "createdAt", asset.version, present.content_id as "contentId",
       coalesce(present.size, 0) as size, present.created_at as "writtenAt",
       present.file_modified_at as "fileModifiedAt"
     from (select id from below limit ?) as below ${values[dialect()]}`,
    [tenantId, id, tenantId, most + 1, tenantId]
  )
  return found.map((entry) => ({ ...entry, size: Number(entry.size) }))
}

/** Leaves out the folders that are closed to the caller, so nothing leads to their contents. */
export function byParent(
  entries: readonly ShownEntry[],
  closed: ReadonlySet<string>
): Map<string, ShownEntry[]> {
  const below = new Map<string, ShownEntry[]>()
  for (const entry of entries) {
    if (closed.has(entry.id)) continue
    const siblings = below.get(entry.parentId ?? '')
    if (siblings) siblings.push(entry)
    else below.set(entry.parentId ?? '', [entry])
  }
  return below
}
