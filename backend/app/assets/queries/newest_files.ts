import { leadsThrough } from '../folder_permissions/checks.js'
import { closedFolders } from '../folder_permissions/closed.js'
import { Asset } from '../models/asset.js'
import { lineages } from './lineage.js'

/** Folders, deleted files and those the caller may not see among the newest are passed over, but not for ever. */
const looked = 10

/** Ids are in the order of time, so that the key `(tenant_id, id)` brings the newest first. */
export async function newestFiles(count: number): Promise<Asset[]> {
  const newest = await Asset.query()
    .orderBy('id', 'desc')
    .limit(count * looked)
  const closed = await closedFolders('read')
  const paths = closed.size > 0 ? await lineages(newest.map(({ id }) => id)) : undefined
  const files = newest.filter(
    ({ id, type, trashedAt }) =>
      type === 'file' && trashedAt === null && !leadsThrough(paths?.get(id) ?? [], closed)
  )
  return files.slice(0, count)
}
