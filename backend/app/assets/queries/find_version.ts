import { conflict, Problem, text } from '@crossdock/kernel/http'
import type { Asset } from '../models/asset.js'
import { AssetVersion } from '../models/asset_version.js'

/** A version of a file, the present one when none is named. @throws Problem 404, or 409 for a folder */
export async function findVersion(
  asset: Pick<Asset, 'id' | 'name' | 'type' | 'version'>,
  version: number = asset.version
): Promise<AssetVersion> {
  const { name } = asset
  if (asset.type === 'folder') {
    const message = text('"{name}" is a folder: it has no content of its own.', { name })
    throw conflict('E_IS_FOLDER', message)
  }
  const found = await AssetVersion.query().where({ assetId: asset.id, version }).first()
  if (found === null) {
    const message = text('There is no version {version} of "{name}".', { version, name })
    throw new Problem(404, 'E_NOT_FOUND', message)
  }
  return found
}
