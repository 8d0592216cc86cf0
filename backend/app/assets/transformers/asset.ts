import type { Row } from '@crossdock/kernel/http'
import type { AssetInfo, FileVersion } from '../contracts/index.js'
import type { Asset } from '../models/asset.js'
import type { AssetVersion } from '../models/asset_version.js'

export function toAsset(asset: Row<Asset>): AssetInfo {
  return {
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
  }
}

export function toVersion(version: Row<AssetVersion>): FileVersion {
  return {
    id: version.id,
    assetId: version.assetId,
    version: version.version,
    size: version.size,
    hash: version.contentId,
    uploadedBy: version.uploadedBy,
    createdAt: version.createdAt,
  }
}
