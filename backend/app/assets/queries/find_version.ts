import { conflict, Problem, text } from '@crossdock/kernel/ground'
import type { Asset } from '../models/asset.js'
import { AssetVersion } from '../models/asset_version.js'

/** Larger numbers are not looked up: the column holds little more. */
const mostVersions = 2_000_000_000

/**
 * A version of a file; the current one by default.
 * @param version a number, also as text from an address
 * @throws Problem 404, or 409 for a folder
 */
export async function findVersion(
  asset: Pick<Asset, 'id' | 'name' | 'type' | 'version'>,
  version: number | string = asset.version
): Promise<AssetVersion> {
  const { name } = asset
  if (asset.type === 'folder') {
    const message = text('"{name}" is a folder: it has no content of its own.', { name })
    throw conflict('E_IS_FOLDER', message)
  }
  const mayBe = /^[1-9]\d{0,9}$/.test(String(version)) && Number(version) <= mostVersions
  const numbered = { assetId: asset.id, version: Number(version) }
  const found = mayBe ? await AssetVersion.query().where(numbered).first() : null
  if (found === null) {
    const message = text('There is no version {version} of "{name}".', { version, name })
    throw new Problem(404, 'E_NOT_FOUND', message)
  }
  return found
}
