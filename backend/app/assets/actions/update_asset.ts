import { dialect, transaction, unscoped } from '@crossdock/kernel/database'
import { invalid, text, type Output } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { Asset } from '../models/asset.js'
import { lockLiveAsset } from '../queries/find_asset.js'
import { findFolder } from '../queries/find_folder.js'
import { findSibling, nameTaken, takesName } from '../queries/find_sibling.js'
import { safeName } from '../safe_name.js'
import { recordAssetEvent } from './record_asset_event.js'
import { changeMetadata } from './change_metadata.js'
import { eventsOf } from '../event_types.js'
import type { assetChanges } from '../validators/asset.js'

/** A null `parentId` moves to the top level; `metadata` takes the place of all there is. */
type AssetChanges = Output<typeof assetChanges>

/** Renames, moves and describes an asset. @throws Problem 404, 409 name taken or in the trash, 422 */
export async function updateAsset(id: string, changes: AssetChanges): Promise<Asset> {
  let name = changes.name
  try {
    return await transaction(async () => {
      if (changes.parentId !== undefined) await lockTree()
      const { asset, path } = await lockLiveAsset(id)
      // A name older than a rule for names may stay; forms send it along.
      if (name !== undefined && name !== asset.name) name = safeName(name)
      const names = path.slice(0, -1).map((folder) => folder.name)
      const place = await changePlace(asset, names, { ...changes, name })
      if (changes.metadata !== undefined) await changeMetadata(asset, place, changes.metadata)
      return asset
    })
  } catch (error) {
    throw takesName(error) ? nameTaken(name ?? 'That name') : error
  }
}

/** @returns names of the folders the asset lies in afterwards */
async function changePlace(
  asset: Asset,
  before: string[],
  { name = asset.name, parentId = asset.parentId }: AssetChanges
): Promise<string[]> {
  const moved = parentId !== asset.parentId
  const renamed = name !== asset.name
  if (!moved && !renamed) return before
  const path = moved ? await newPlace(asset, parentId) : before
  if (await findSibling(parentId, name)) throw nameTaken(name)
  const previousName = asset.name
  await asset.merge({ name, parentId }).save()
  await recordAssetEvent(eventsOf(asset).update, asset, path, {
    ...(renamed ? { previousName } : {}),
    ...(moved ? { previousPath: before } : {}),
  })
  return path
}

async function newPlace(asset: Asset, parentId: string | null): Promise<string[]> {
  const folders = await findFolder(parentId)
  if (folders.some(({ id }) => id === asset.id)) {
    throw invalid('parentId', text('"{name}" cannot be moved into itself.', { name: asset.name }))
  }
  return folders.map((folder) => folder.name)
}

/**
 * One move at a time in a tenant: two folders moved into each other at the same moment would each
 * see no cycle. SQLite has one writer anyway.
 */
async function lockTree(): Promise<void> {
  if (dialect() !== 'postgres') return
  const key = `assets.tree:${currentTenantId()}`
  await unscoped().rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key])
}
