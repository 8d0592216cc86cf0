import { queryHereOrOnReader, dialect } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { belowFolder } from './entries_below.js'

/** What a download needs of a file or folder. */
export interface ShownEntry {
  id: string
  parentId: string | null
  name: string
  type: 'folder' | 'file'
  mimeType: string | null
  createdAt: string
  /** Null for folders, like the following fields. */
  version: number | null
  /** Content of the current version of a file; null for folders. */
  contentId: string | null
  size: number
  writtenAt: string | null
  /** When the file was last changed, according to the sender. */
  fileModifiedAt: string | null
}

/** `offset 0` forces lookups by id, whatever PostgreSQL's statistics say. */
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
 * An asset and everything outside the trash below it, with the current versions. One statement, so the result
 * is consistent. Empty when the asset was deleted in between.
 * @param most with more entries, the result has one more than `most`
 */
export async function shownBelow(id: string, most: number): Promise<ShownEntry[]> {
  const tenantId = currentTenantId()
  const found = await queryHereOrOnReader<ShownEntry>(
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

/** Leaves out closed folders, so their contents cannot be reached. */
export function groupByParent(
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
