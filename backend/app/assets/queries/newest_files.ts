import { Asset } from '../models/asset.js'

/** Folders and deleted files among the newest are passed over, but not for ever. */
const looked = 10

/** Ids are in the order of time, so that the key `(tenant_id, id)` brings the newest first. */
export async function newestFiles(count: number): Promise<Asset[]> {
  const newest = await Asset.query()
    .orderBy('id', 'desc')
    .limit(count * looked)
  const files = newest.filter(({ type, trashedAt }) => type === 'file' && trashedAt === null)
  return files.slice(0, count)
}
