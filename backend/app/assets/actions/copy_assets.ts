import { transaction } from '@crossdock/kernel/database'
import { assertOpenBelow } from '../folder_permissions/checks.js'
import { Asset } from '../models/asset.js'
import { findAssets, assertNotTrashed } from '../queries/find_asset.js'
import { findFolder } from '../queries/find_folder.js'
import { isNameTaken, nameTaken, isNameTakenError } from '../queries/find_sibling.js'
import { safeName } from '../safe_name.js'
import { freeCopyName } from './copy_name.js'
import { copySources } from './copy_sources.js'
import { lockTree } from './lock_tree.js'
import { writeCopies } from './write_copies.js'

/** Copies one asset, optionally under a new name. @throws as `copyAssets` */
export async function copyAsset(
  id: string,
  parentId: string | null,
  name?: string
): Promise<Asset> {
  const [copy] = await copyAssets([id], parentId, name)
  return copy!
}

/**
 * Copies files, and folders with everything the caller sees below them, into a folder; all or none. No bytes
 * are copied. In the folder of its original, a copy gets a name like `plan (copy).pdf`.
 * @throws Problem 404, 409 name taken or in the trash, 422 into itself, too many, too deep, an unsafe name
 */
export async function copyAssets(
  ids: readonly string[],
  parentId: string | null,
  given?: string
): Promise<Asset[]> {
  let name = ''
  try {
    return await transaction(async () => {
      await lockTree()
      const assets = (await findAssets(ids)).map((found) => assertNotTrashed(found).asset)
      await assertOpenBelow('read', assets)
      const folders = await findFolder(parentId)
      const sources = await copySources(assets, folders)
      const path = folders.map((folder) => folder.name)
      const made: string[] = []
      for (const [asset, entries] of sources) {
        name = await nameIn(parentId, asset, given)
        made.push(await writeCopies(entries, { parentId, name, path }))
      }
      return await loadInOrder(made)
    })
  } catch (error) {
    throw isNameTakenError(error) ? nameTaken(name) : error
  }
}

async function nameIn(parentId: string | null, asset: Asset, given?: string): Promise<string> {
  if (given === undefined && parentId === asset.parentId) return freeCopyName(asset)
  // An unchanged name may predate the rules for names.
  const name = given === undefined || given === asset.name ? asset.name : safeName(given)
  if (await isNameTaken(parentId, name)) throw nameTaken(name)
  return name
}

async function loadInOrder(ids: readonly string[]): Promise<Asset[]> {
  const assets = await Asset.query().whereIn('id', [...ids])
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  return ids.map((id) => byId.get(id)!)
}
