import { damagedContents } from '@crossdock/kernel/storage'
import { leadsThrough } from '../folder_permissions/checks.js'
import { closedFolders } from '../folder_permissions/closed.js'
import { AssetVersion } from '../models/asset_version.js'
import { lineage, written } from './lineage.js'

/** So many are named; whoever has more has lost a disk. */
const mostNamed = 100

/** A version that cannot be read as a whole: `path` leads from the top level to the file itself. */
export interface DamagedVersion {
  assetId: string
  version: number
  path: string
}

/** Versions that damaged bytes are a part of, as far as damage was found; those in the trash, too. */
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
    if (!leadsThrough(path, closed)) damaged.push({ assetId, version, path: written(path) })
  }
  return damaged
}
