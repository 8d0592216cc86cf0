import { damagedContents } from '@crossdock/kernel/storage'
import { passesThrough } from '../folder_permissions/checks.js'
import { closedFolders } from '../folder_permissions/closed.js'
import { AssetVersion } from '../models/asset_version.js'
import { lineage, formatPath } from '../tree/lineage.js'

/** Limit of the list; with more damage, a disk is lost. */
const mostNamed = 100

/** A version with missing or changed bytes. `path` leads from the top level to the file, inclusive. */
export interface DamagedVersion {
  assetId: string
  version: number
  path: string
}

/** Versions with bytes that were found damaged, including those in the trash. */
export async function damagedVersions(): Promise<DamagedVersion[]> {
  const contents = await damagedContents(mostNamed)
  if (contents.length === 0) return []
  const versions = await AssetVersion.query()
    .whereIn('content_id', contents)
    .orderBy('asset_id')
    .orderBy('version')
    .limit(mostNamed)
  const damaged: DamagedVersion[] = []
  const closed = await closedFolders('read')
  for (const { assetId, version } of versions) {
    const path = await lineage(assetId)
    if (!passesThrough(path, closed)) damaged.push({ assetId, version, path: formatPath(path) })
  }
  return damaged
}
