import { transaction } from '@crossdock/kernel/database'
import type { Asset } from '../models/asset.js'
import { assertNotTrashed, lockAssets } from '../queries/find_asset.js'
import { findFolder } from '../queries/find_folder.js'
import { nameTaken, isNameTakenError } from '../queries/find_sibling.js'
import { lockTree } from './lock_tree.js'
import { placeAsset } from './place_asset.js'
import { recordAssetEvents } from './record_asset_event.js'

/**
 * Moves assets into a folder (null: the top level); all or none.
 * @throws Problem 404, 409 name taken or in the trash, 422 into itself
 */
export async function moveAssets(
  ids: readonly string[],
  parentId: string | null
): Promise<Asset[]> {
  let name = ''
  try {
    return await transaction(async () => {
      await lockTree()
      const found = (await lockAssets(ids)).map(assertNotTrashed)
      const folders = await findFolder(parentId)
      const changes = []
      for (const one of found) {
        name = one.asset.name
        changes.push(await placeAsset(one, { name, parentId, folders }))
      }
      await recordAssetEvents(changes.filter((change) => change !== undefined))
      return found.map(({ asset }) => asset)
    })
  } catch (error) {
    throw isNameTakenError(error) ? nameTaken(name) : error
  }
}
