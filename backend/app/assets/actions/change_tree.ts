import { transaction } from '@crossdock/kernel/database'
import { changedSinceRead } from '@crossdock/kernel/http'
import { conflict, text } from '@crossdock/kernel/ground'
import { ContentTooLarge } from '@crossdock/kernel/storage'
import type { ExpectedAsset, NewFilePut, FilePut } from '../contracts/index.js'
import { Asset } from '../models/asset.js'
import { depthsBelow } from '../queries/entries_below.js'
import { lockLiveAsset, type FoundAsset } from '../queries/find_asset.js'
import { findFolder } from '../queries/find_folder.js'
import { isNameTaken, nameTaken, isNameTakenError } from '../queries/find_sibling.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { lockQuota, withLimitName } from '../storage_quota.js'
import { safeName } from '../safe_name.js'
import { addVersion } from './add_version.js'
import type { TargetFolder } from './ensure_folders.js'
import { lockTree } from './lock_tree.js'
import { placeAsset } from './place_asset.js'
import { putNewFiles } from './put_new_files.js'
import { recordAssetEvents } from './record_asset_event.js'
import { trashAssets } from './trash.js'

/** See `AssetTrees.place`. */
export async function placeExpected(
  expected: ExpectedAsset,
  { parentId, name: given }: { parentId: string; name: string }
): Promise<Asset> {
  const name = given === expected.name ? given : safeName(given)
  return await withNameInConflict(name, () =>
    transaction(async () => {
      await lockTree()
      const found = await lockExpected(expected)
      const folders = await findFolder(parentId)
      const change = await placeAsset(found, { name, parentId, folders })
      if (change) await recordAssetEvents([change])
      return found.asset
    })
  )
}

/** See `AssetTrees.put`. */
export async function putExpected(file: FilePut): Promise<Asset> {
  const { parentId, hash, size, mimeType, fileModifiedAt, expected } = file
  const name = safeName(file.name)
  const most = await maxUploadBytes()
  if (size > most) throw await withLimitName(new ContentTooLarge(most))
  const version = { mimeType, content: { id: hash, size }, fileModifiedAt }
  return await withNameInConflict(name, () =>
    transaction(async () => {
      await lockQuota(size)
      if (expected) {
        const { asset, path } = await lockExpected(expected)
        const names = path.slice(0, -1).map((folder) => folder.name)
        await addVersion(asset, names, version)
        return asset
      }
      const folders = await findFolder(parentId)
      if (await isNameTaken(parentId, name)) throw nameTaken(name)
      const asset = new Asset()
      asset.merge({ parentId, name, type: 'file', version: 0, metadata: {}, trashedAt: null })
      await addVersion(
        asset,
        folders.map((folder) => folder.name),
        version
      )
      return asset
    })
  )
}

/** See `AssetTrees.putNew`. */
export async function putAllNew(given: readonly NewFilePut[]): Promise<string[]> {
  const most = await maxUploadBytes()
  if (given.some(({ size }) => size > most)) throw await withLimitName(new ContentTooLarge(most))
  const files = given.map(({ name, hash, size, ...rest }) => ({
    ...rest,
    name: safeName(name),
    content: { id: hash, size },
  }))
  return await transaction(async () => {
    await lockQuota(files.reduce((sum, { content }) => sum + content.size, 0))
    const places = new Map<string, TargetFolder>()
    for (const folderId of new Set(files.map(({ parentId }) => parentId)))
      places.set(folderId, { folderId, path: (await findFolder(folderId)).map(({ name }) => name) })
    const ids = await putNewFiles(
      files.map((file) => ({ file, place: places.get(file.parentId)! }))
    )
    const taken = files.find((file) => !ids.has(file))
    if (taken) throw nameTaken(taken.name)
    return files.map((file) => ids.get(file)!)
  })
}

/** See `AssetTrees.trash`. */
export async function trashExpected(expected: ExpectedAsset): Promise<void> {
  await transaction(async () => {
    const { asset } = await lockExpected(expected)
    // The folder is not empty any more: trashing it would also hide its new contents.
    if (asset.type === 'folder' && (await depthsBelow(asset.id, 1)).size > 1)
      throw notEmpty(asset.name)
    await trashAssets([asset.id])
  })
}

/** @throws Problem 412 when the asset is not as expected */
async function lockExpected(expected: ExpectedAsset): Promise<FoundAsset> {
  const found = await lockLiveAsset(expected.id)
  const { parentId, name, version } = found.asset
  const isSame =
    parentId === expected.parentId && name === expected.name && version === expected.version
  if (!isSame) throw changedSinceRead()
  return found
}

async function withNameInConflict<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isNameTakenError(error) ? nameTaken(name) : error
  }
}

const notEmpty = (name: string) =>
  conflict('E_NOT_EMPTY', text('The folder "{name}" is not empty.', { name }))
