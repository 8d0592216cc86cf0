import { transaction } from '@crossdock/kernel/database'
import type { Output } from '@crossdock/kernel/shapes'
import type { Asset } from '../models/asset.js'
import { foldersOf, lockLiveAsset } from '../queries/find_asset.js'
import { findFolder } from '../queries/find_folder.js'
import { nameTaken, isNameTakenError } from '../queries/find_sibling.js'
import { safeName } from '../safe_name.js'
import type { assetChanges } from '../validators/asset.js'
import { changeMetadata } from './change_metadata.js'
import { lockTree } from './lock_tree.js'
import { placeAsset } from './place_asset.js'
import { recordAssetEvents } from './record_asset_event.js'

/** A null `parentId` moves to the top level. `metadata` replaces all metadata. */
type AssetChanges = Output<typeof assetChanges>

/** Renames, moves and describes an asset. @throws Problem 404, 409 name taken or in the trash, 422 */
export async function updateAsset(id: string, changes: AssetChanges): Promise<Asset> {
  let name = changes.name
  try {
    return await transaction(async () => {
      if (changes.parentId !== undefined) await lockTree()
      const found = await lockLiveAsset(id)
      const { asset } = found
      // An unchanged name may predate the rules for names; forms send it along.
      if (name !== undefined && name !== asset.name) name = safeName(name)
      const { parentId = asset.parentId } = changes
      const folders = parentId === asset.parentId ? undefined : await findFolder(parentId)
      const change = await placeAsset(found, { name: name ?? asset.name, parentId, folders })
      if (change) await recordAssetEvents([change])
      const path = change?.path ?? foldersOf(found)
      if (changes.metadata !== undefined) await changeMetadata(asset, path, changes.metadata)
      return asset
    })
  } catch (error) {
    throw isNameTakenError(error) ? nameTaken(name ?? 'That name') : error
  }
}
