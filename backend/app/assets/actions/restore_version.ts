import { now, transaction } from '@crossdock/kernel/database'
import { contentStore } from '@crossdock/kernel/storage'
import { currentContext } from '@crossdock/kernel/tenancy'
import { assetEvents } from '../event_types.js'
import type { Asset } from '../models/asset.js'
import { AssetVersion } from '../models/asset_version.js'
import { foldersOf, lockLiveAsset } from '../queries/find_asset.js'
import { findVersion } from '../queries/find_version.js'
import { recordAssetEvent } from './record_asset_event.js'

/**
 * Adds a version with the content of an older one. Does nothing for the current version.
 * @throws Problem 404, 409 in the trash or a folder
 */
export function restoreVersion(id: string, given: string): Promise<Asset> {
  return transaction(async () => {
    const found = await lockLiveAsset(id)
    const { asset } = found
    const older = await findVersion(asset, given)
    if (older.version === asset.version) return asset
    const { contentId, size, mimeType, fileModifiedAt, version: restoredVersion } = older
    await contentStore.use().hold(contentId)
    const uploadedBy = currentContext().actor.userId
    const present = { size, mimeType, uploadedBy, fileModifiedAt: fileModifiedAt ?? now() }
    await asset.merge({ ...present, version: asset.version + 1 }).save()
    const newest = await AssetVersion.create({
      assetId: id,
      version: asset.version,
      contentId,
      size,
      mimeType,
      uploadedBy,
      fileModifiedAt,
    })
    const { fileUpdate } = assetEvents
    await recordAssetEvent(fileUpdate, asset, foldersOf(found), { restoredVersion }, newest)
    return asset
  })
}
