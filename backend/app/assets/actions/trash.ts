import { now, transaction } from '@crossdock/kernel/database'
import { conflict, text } from '@crossdock/kernel/ground'
import { assertOpenBelow } from '../folder_permissions/checks.js'
import type { Asset } from '../models/asset.js'
import { foldersOf, lockAssets } from '../queries/find_asset.js'
import { isNameTaken, isNameTakenError } from '../queries/find_sibling.js'
import { eventsOf } from '../event_types.js'
import { recordAssetEvents } from './record_asset_event.js'

/**
 * Moves assets to the trash; all or none. A folder hides its contents.
 * @throws Problem 404
 */
export function trashAssets(ids: readonly string[]): Promise<Asset[]> {
  return transaction(async () => {
    const found = await lockAssets(ids)
    const present = found.filter(({ asset }) => asset.trashedAt === null)
    await assertOpenBelow(
      'write',
      present.map(({ asset }) => asset)
    )
    const trashedAt = now()
    for (const { asset } of present) await asset.merge({ trashedAt }).save()
    await recordAssetEvents(
      present.map((one) => ({
        type: eventsOf(one.asset).delete,
        asset: one.asset,
        path: foldersOf(one),
      }))
    )
    return found.map(({ asset }) => asset)
  })
}

/**
 * Restores assets into the folders they were deleted from: all or none.
 * @throws Problem 404; 409 when a folder above stays in the trash, or when a name is taken now
 */
export async function restoreAssets(ids: readonly string[]): Promise<Asset[]> {
  let name = ''
  try {
    return await transaction(async () => {
      const found = await lockAssets(ids)
      const restored = found.filter(({ asset }) => asset.trashedAt !== null)
      const together = new Set(restored.map(({ asset }) => asset.id))
      for (const { asset, path } of restored) {
        name = asset.name
        // A folder that is restored in the same call does not block its contents.
        const folder = path
          .slice(0, -1)
          .find(({ id, trashedAt }) => trashedAt !== null && !together.has(id))
        if (folder) throw folderTrashed(name, folder.name)
        if (await isNameTaken(asset.parentId, name)) throw takenMeanwhile(name)
        await asset.merge({ trashedAt: null }).save()
      }
      await recordAssetEvents(
        restored.map((one) => ({
          type: eventsOf(one.asset).restore,
          asset: one.asset,
          path: foldersOf(one),
        }))
      )
      return found.map(({ asset }) => asset)
    })
  } catch (error) {
    throw isNameTakenError(error) ? takenMeanwhile(name) : error
  }
}

function folderTrashed(name: string, folder: string) {
  const message = text(
    '"{name}" cannot be restored: its folder "{folder}" is in the trash. Restore that first.',
    { name, folder }
  )
  return conflict('E_FOLDER_TRASHED', message)
}

function takenMeanwhile(name: string) {
  const message = text(
    '"{name}" exists again in the folder it was deleted from. Rename or move that one first.',
    { name }
  )
  return conflict('E_NAME_TAKEN', message)
}
