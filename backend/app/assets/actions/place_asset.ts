import { invalid, text } from '@crossdock/kernel/ground'
import { eventsOf } from '../event_types.js'
import { assertOpenBelow } from '../folder_permissions/checks.js'
import type { Asset } from '../models/asset.js'
import { depthOfFolders } from '../queries/entries_below.js'
import { foldersOf, type FoundAsset } from '../queries/find_asset.js'
import { maxDepth, tooDeep } from '../queries/find_folder.js'
import { isNameTaken, nameTaken } from '../queries/find_sibling.js'
import type { Ancestor } from '../tree/lineage.js'
import type { AssetChange } from './record_asset_event.js'

/** The target folder and name of an asset. */
export interface Placement {
  name: string
  parentId: string | null
  /** The folders from the top level down to the target; required when the folder changes. */
  folders: readonly Ancestor[] | undefined
}

/**
 * Renames and moves one asset in the caller's transaction.
 * @returns the change to record; undefined when nothing changes
 * @throws Problem 409 name taken, or a folder below is closed to the caller; 422 into itself, or too deep
 */
export async function placeAsset(
  found: FoundAsset,
  { name, parentId, folders }: Placement
): Promise<AssetChange | undefined> {
  const { asset } = found
  const before = foldersOf(found)
  const moved = parentId !== asset.parentId
  const renamed = name !== asset.name
  if (!moved && !renamed) return undefined
  if (moved) await assertOpenBelow('write', [asset])
  const path = moved ? newPath(asset, folders ?? []) : before
  if (path.length > before.length) await assertNotTooDeep(asset, path.length)
  if (await isNameTaken(parentId, name)) throw nameTaken(name)
  const previousName = asset.name
  await asset.merge({ name, parentId }).save()
  const extra = {
    ...(renamed ? { previousName } : {}),
    ...(moved ? { previousPath: before } : {}),
  }
  return { type: eventsOf(asset).update, asset, path, extra }
}

async function assertNotTooDeep({ id, type }: Asset, above: number): Promise<void> {
  if (type === 'folder' && above + (await depthOfFolders(id)) > maxDepth) throw tooDeep()
}

function newPath(asset: Asset, folders: readonly Ancestor[]): string[] {
  if (folders.some(({ id }) => id === asset.id)) {
    throw invalid('parentId', text('"{name}" cannot be moved into itself.', { name: asset.name }))
  }
  return folders.map((folder) => folder.name)
}
