import { passesThrough } from '../folder_permissions/checks.js'
import { closedFolders } from '../folder_permissions/closed.js'
import { Asset } from '../models/asset.js'
import { lineages } from '../tree/lineage.js'

/** Rows to read for each file, because some are folders, deleted or hidden. */
const looked = 10

/** Ids sort by time, so the key `(tenant_id, id)` returns the newest first. */
export async function newestFiles(count: number): Promise<Asset[]> {
  const newest = await Asset.query()
    .orderBy('id', 'desc')
    .limit(count * looked)
  const closed = await closedFolders('read')
  const paths = closed.size > 0 ? await lineages(newest.map(({ id }) => id)) : undefined
  const files = newest.filter(
    ({ id, type, trashedAt }) =>
      type === 'file' && trashedAt === null && !passesThrough(paths?.get(id) ?? [], closed)
  )
  return files.slice(0, count)
}
