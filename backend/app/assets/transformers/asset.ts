import { answerOf, type Row } from '@crossdock/kernel/http'
import type { AssetInfo, FileVersion } from '../contracts/index.js'
import type { Asset } from '../models/asset.js'
import type { AssetVersion } from '../models/asset_version.js'
import type { FoundAsset } from '../queries/find_asset.js'
import { assetShape, versionShape } from '../validators/asset.js'

/** Assets as they leave the domain, to callers and to other domains; what stands in other tables is read here. */
export async function showAssets(assets: Row<Asset>[]): Promise<AssetInfo[]> {
  // Metadata are people's own: what looks like a secret of ours in them is none, and stays what it is.
  return assets.map((asset) => answerOf(assetShape, asset, { metadata: asset.metadata }))
}

export async function showAsset(asset: Asset): Promise<AssetInfo> {
  const [shown] = await showAssets([asset])
  return shown!
}

export async function showWithPath(found: FoundAsset[]) {
  const assets = await showAssets(found.map(({ asset }) => asset))
  return assets.map((asset, at) => ({
    ...asset,
    path: found[at]!.path.map(({ id, name }) => ({ id, name })),
  }))
}

export const showVersions = (versions: Row<AssetVersion>[]): FileVersion[] =>
  versions.map((version) => answerOf(versionShape, version, { hash: version.contentId }))
