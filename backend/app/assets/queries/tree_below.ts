import { ask, dialect } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { TreeEntry } from '../contracts/index.js'
import { closedFolders } from '../folder_permissions/closed.js'
import { belowFolder } from './entries_below.js'

/**
 * Everything below a folder outside the trash, folders before their contents. One statement gives a
 * consistent result: with several, a folder moved in between would be missing and look deleted. For the same
 * reason, assets closed to the person of the context are marked, not left out.
 * @throws Problem 422 for more than `most`
 */
export async function treeBelow(folderId: string, most: number): Promise<TreeEntry[]> {
  const closed = new Set<string>(await closedFolders('read'))
  const rows = await readTree(folderId, most)
  if (rows.length > most) throw tooMany(most)
  return rows
    .sort((a, b) => a.depth - b.depth)
    .map(({ depth: _, ...row }) => {
      const isClosed = closed.has(row.id) || closed.has(row.parentId)
      if (isClosed) closed.add(row.id)
      return { ...row, size: Number(row.size), isClosed }
    })
}

type Row = Omit<TreeEntry, 'isClosed'> & { depth: number }

const columns = `a.id, a.parent_id as "parentId", a.name, a.type, a.size, a.version,
  v.content_id as hash, a.file_modified_at as "modifiedAt", below.depth`

const isVersion = 'tenant_id = ? and asset_id = a.id and version = a.version'

/** `offset 0` forces lookups by id, whatever PostgreSQL's statistics say. */
const entries = {
  postgres: `cross join lateral (select * from assets where id = below.id and tenant_id = ? offset 0) as a
    left join lateral (select content_id from asset_versions where ${isVersion} offset 0) as v on true`,
  sqlite: `cross join assets as a on a.id = below.id and a.tenant_id = ?
    left join asset_versions as v on v.tenant_id = ? and v.asset_id = a.id and v.version = a.version`,
}

function readTree(folderId: string, most: number): Promise<Row[]> {
  const tenantId = currentTenantId()
  return ask<Row>(
    `${belowFolder()} select ${columns} from below ${entries[dialect()]} where below.depth > 1 limit ?`,
    [tenantId, folderId, tenantId, tenantId, tenantId, most + 1]
  )
}

const tooMany = (most: number) =>
  invalid('folderId', text('The folder holds more than {most} files and folders.', { most }))
