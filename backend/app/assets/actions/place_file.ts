import { now } from '@crossdock/kernel/database'
import { conflict, text } from '@crossdock/kernel/ground'
import { contentStore } from '@crossdock/kernel/storage'
import { currentContext } from '@crossdock/kernel/tenancy'
import type { PlacedFile, PlaceRequest } from '../contracts/index.js'
import { assetEvents } from '../event_types.js'
import type { Asset } from '../models/asset.js'
import { AssetVersion } from '../models/asset_version.js'
import {
  findAsset,
  foldersOf,
  assertNotTrashed,
  lockLiveAsset,
  type FoundAsset,
} from '../queries/find_asset.js'
import { findFolder } from '../queries/find_folder.js'
import { findSibling, nameTaken } from '../queries/find_sibling.js'
import { findVersion } from '../queries/find_version.js'
import { lockQuota } from '../storage_quota.js'
import { freeFileName } from './copy_name.js'
import { ensureFolders } from './ensure_folders.js'
import { lockTree } from './lock_tree.js'
import { placeAsset } from './place_asset.js'
import { recordAssetEvent, recordAssetEvents } from './record_asset_event.js'
import { trashAssets } from './trash.js'
import { writeCopies } from './write_copies.js'

/**
 * Copies or moves one file into a folder, in the caller's transaction. No bytes are copied.
 * @throws Problem 404, 403 when the caller may only read, 409 when the name is taken or the file is in the trash, 422
 */
export async function placeFile(id: string, request: PlaceRequest): Promise<PlacedFile> {
  await lockQuota()
  await lockTree()
  const { action, folderId: below, folders, existing } = request
  const found = action === 'move' ? await lockLiveAsset(id) : assertNotTrashed(await findAsset(id))
  const { asset } = found
  if (asset.type !== 'file') throw noFile(asset.name)
  const { folderId, path } = await ensureFolders(below, [...folders])
  if (folderId === asset.parentId) return toPlacedFile(asset, 'unchanged')
  const present = await findSibling(folderId, asset.name)
  if (!present) return placeAs(asset.name)
  if (existing === 'skip') return toPlacedFile(present, 'skipped')
  if (existing === 'fail') throw nameTaken(asset.name)
  if (existing === 'rename') return placeAs(await freeFileName(folderId, asset.name))
  if (present.type === 'folder') throw isFolder(asset.name)
  return nextVersion(found, present, action)

  async function placeAs(name: string): Promise<PlacedFile> {
    if (action === 'copy') {
      const entry = { id, parentId: asset.parentId, name: asset.name, type: 'file' as const }
      const copy = await writeCopies([entry], { parentId: folderId, name, path })
      return { id: copy, version: 1, name, fate: 'created' }
    }
    const change = await placeAsset(found, {
      name,
      parentId: folderId,
      folders: await findFolder(folderId),
    })
    if (change) await recordAssetEvents([change])
    return toPlacedFile(asset, 'created')
  }
}

/** Makes the content of a file the next version of another file. */
async function nextVersion(
  { asset: source }: FoundAsset,
  present: Asset,
  action: PlaceRequest['action']
): Promise<PlacedFile> {
  const target = await lockLiveAsset(present.id)
  const { asset } = target
  const { contentId, size, mimeType, fileModifiedAt } = await findVersion(source)
  const before = await findVersion(asset)
  const isSame = before.contentId === contentId
  if (!isSame) {
    await contentStore.use().hold(contentId)
    const uploadedBy = currentContext().actor.userId
    const newest = { size, mimeType, uploadedBy, fileModifiedAt: fileModifiedAt ?? now() }
    await asset.merge({ ...newest, version: asset.version + 1 }).save()
    const version = await AssetVersion.create({
      assetId: asset.id,
      version: asset.version,
      contentId,
      size,
      mimeType,
      uploadedBy,
      fileModifiedAt,
    })
    const extra = { copiedFrom: source.id }
    await recordAssetEvent(assetEvents.fileUpdate, asset, foldersOf(target), extra, version)
  }
  if (action === 'move') await trashAssets([source.id])
  return toPlacedFile(asset, isSame ? 'unchanged' : 'updated')
}

const toPlacedFile = ({ id, version, name }: Asset, fate: PlacedFile['fate']): PlacedFile => ({
  id,
  version,
  name,
  fate,
})

const noFile = (name: string) =>
  conflict('E_NO_FILE', text('"{name}" is a folder, not a file.', { name }))

const isFolder = (name: string) =>
  conflict(
    'E_NAME_TAKEN',
    text('"{name}" is a folder here. Give the file another name.', { name }),
    'name'
  )
