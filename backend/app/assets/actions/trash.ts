import { now, transaction } from '@crossdock/kernel/database'
import { conflict, text } from '@crossdock/kernel/http'
import type { Asset } from '../models/asset.js'
import { lockAsset } from '../queries/find_asset.js'
import { findSibling, takesName } from '../queries/find_sibling.js'
import { recordAssetEvent } from './record_asset_event.js'
import { eventsOf } from '../event_types.js'

/** Moves an asset to the trash; what lies below a folder goes out of sight with it. @throws Problem 404 */
export function trashAsset(id: string): Promise<Asset> {
  return transaction(async () => {
    const { asset, path } = await lockAsset(id)
    if (asset.trashedAt !== null) return asset
    await asset.merge({ trashedAt: now() }).save()
    const names = path.slice(0, -1).map((folder) => folder.name)
    await recordAssetEvent(eventsOf(asset).delete, asset, names)
    return asset
  })
}

/**
 * Brings an asset back to the folder it was deleted from.
 * @throws Problem 404; 409 when that folder is in the trash itself, or its name is taken by now
 */
export async function restoreAsset(id: string): Promise<Asset> {
  const taken = (name: string) =>
    conflict(
      'E_NAME_TAKEN',
      text(
        '"{name}" exists again in the folder it was deleted from. Rename or move that one first.',
        { name }
      )
    )
  try {
    return await transaction(async () => {
      const { asset, path } = await lockAsset(id)
      if (asset.trashedAt === null) return asset
      const folders = path.slice(0, -1)
      const trashed = folders.find(({ trashedAt }) => trashedAt !== null)
      if (trashed) {
        const { name } = trashed
        const message = text('Its folder "{name}" is in the trash. Restore that first.', { name })
        throw conflict('E_FOLDER_TRASHED', message)
      }
      if (await findSibling(asset.parentId, asset.name)) throw taken(asset.name)
      await asset.merge({ trashedAt: null }).save()
      await recordAssetEvent(
        eventsOf(asset).restore,
        asset,
        folders.map(({ name }) => name)
      )
      return asset
    })
  } catch (error) {
    throw takesName(error) ? taken('It') : error
  }
}
