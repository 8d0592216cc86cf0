import { ask } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { TreeEntry } from '../contracts/index.js'
import { closedFolders } from '../folder_permissions/closed.js'

/** Folders whose entries are read with one statement. */
const foldersAtOnce = 200

/**
 * Everything below a folder that does not lie in the trash, folders before what they hold. What is closed to the person of
 * the context is marked: a tree without it would look as if it were deleted.
 * @throws Problem 422 for more than `most`
 */
export async function treeBelow(folderId: string, most: number): Promise<TreeEntry[]> {
  const closed = await closedFolders('read')
  const entries: TreeEntry[] = []
  const closedIds = new Set<string>(closed)
  let level = [folderId]
  while (level.length > 0) {
    const next: string[] = []
    for (let at = 0; at < level.length; at += foldersAtOnce) {
      for (const row of await childrenOf(level.slice(at, at + foldersAtOnce))) {
        const isClosed = closedIds.has(row.id) || closedIds.has(row.parentId)
        if (isClosed) closedIds.add(row.id)
        entries.push({ ...row, size: Number(row.size), isClosed })
        if (row.type === 'folder') next.push(row.id)
      }
      if (entries.length > most) throw tooMany(most)
    }
    level = next
  }
  return entries
}

type Child = Omit<TreeEntry, 'isClosed'>

function childrenOf(folderIds: readonly string[]): Promise<Child[]> {
  const tenantId = currentTenantId()
  const marks = folderIds.map(() => '?').join()
  return ask<Child>(
    `select a.id, a.parent_id as "parentId", a.name, a.type, a.size, a.version,
       v.content_id as hash, a.file_modified_at as "modifiedAt"
     from assets a left join asset_versions v
       on v.tenant_id = a.tenant_id and v.asset_id = a.id and v.version = a.version
     where a.tenant_id = ? and a.parent_key in (${marks}) and a.trashed_at is null`,
    [tenantId, ...folderIds]
  )
}

const tooMany = (most: number) =>
  invalid('folderId', text('The folder holds more than {most} files and folders.', { most }))
