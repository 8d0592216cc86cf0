import { conflict, notFound } from '@crossdock/kernel/http'
import type { Asset } from '../models/asset.js'
import { AssetVersion } from '../models/asset_version.js'

/** A version of a file, the present one when none is named. @throws Problem 404, or 409 for a folder */
export async function findVersion(
  asset: Pick<Asset, 'id' | 'name' | 'type' | 'version'>,
  version: number = asset.version
): Promise<AssetVersion> {
  if (asset.type === 'folder') {
    throw conflict('E_IS_FOLDER', `"${asset.name}" is a folder: it has no content of its own.`)
  }
  const found = await AssetVersion.query().where({ assetId: asset.id, version }).first()
  if (found === null) throw notFound(`version ${version} of "${asset.name}"`)
  return found
}
