import type { Row } from '@crossdock/kernel/http'
import type { AssetInfo, FileVersion } from '../contracts/index.js'
import type { Asset } from '../models/asset.js'
import type { AssetVersion } from '../models/asset_version.js'
import type { FoundAsset } from '../queries/find_asset.js'

/** Assets as they leave the domain, to callers and to other domains; what stands in other tables is read here. */
export async function showAssets(assets: Row<Asset>[]): Promise<AssetInfo[]> {
  return assets.map((asset) => ({
    id: asset.id,
    tenantId: asset.tenantId,
    parentId: asset.parentId,
    name: asset.name,
    type: asset.type,
    mimeType: asset.mimeType,
    size: asset.size,
    version: asset.version,
    metadata: asset.metadata,
    uploadedBy: asset.uploadedBy,
    createdAt: asset.createdAt,
    updatedAt: asset.updatedAt,
    trashedAt: asset.trashedAt,
  }))
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
  versions.map((version) => ({
    id: version.id,
    assetId: version.assetId,
    version: version.version,
    size: version.size,
    hash: version.contentId,
    uploadedBy: version.uploadedBy,
    createdAt: version.createdAt,
  }))
