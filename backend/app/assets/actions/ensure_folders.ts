import { conflict, Problem, text } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { assetEvents } from '../event_types.js'
import { closedFolders } from '../folder_permissions/closed.js'
import { Asset } from '../models/asset.js'
import { assertTakesFolder, findFolder } from '../queries/find_folder.js'
import { findSibling } from '../queries/find_sibling.js'
import { recordAssetEvent } from './record_asset_event.js'

export interface Place {
  /** Null for the top level. */
  folderId: string | null
  /** Names of the folders from the top level to it, itself included. */
  path: string[]
}

/**
 * The folder that names lead to from another one; what is missing of them is made. In the caller's transaction.
 * @param names made safe before
 * @throws Problem 404 for an unknown folder, or one on the way that is closed to the caller, 409 where a file has one of the names, 422 when it lies too deep
 */
export async function ensureFolders(parentId: string | null, names: string[]): Promise<Place> {
  const path = (await findFolder(parentId)).map(({ name }) => name)
  const closed = await closedFolders('read')
  let folderId = parentId
  for (const name of names) {
    const folder = (await findSibling(folderId, name)) ?? (await make(folderId, name, path))
    if (folder.type !== 'folder') {
      const message = text('"{name}" is a file here, not a folder.', { name })
      throw conflict('E_NAME_TAKEN', message, 'path')
    }
    // Before anything in it is looked at: whoever is not let in hears the same whatever lies there.
    if (closed.has(folder.id)) throw notOpen(name)
    folderId = folder.id
    path.push(name)
  }
  // A file needs write permission for the last folder, too.
  if (names.length > 0) await findFolder(folderId)
  return { folderId, path }
}

/** By its name, which the caller knows; its id they do not. */
function notOpen(name: string): Problem {
  const message = text('There is no folder "{name}" here that you may open.', { name })
  return new Problem(404, 'E_NOT_FOUND', message)
}

async function make(parentId: string | null, name: string, path: string[]): Promise<Asset> {
  assertTakesFolder(path)
  const folder = await Asset.create({
    ...{ parentId, name, type: 'folder', mimeType: null, size: 0, version: 0, metadata: {} },
    ...{ uploadedBy: currentContext().actor.userId, trashedAt: null },
  })
  await recordAssetEvent(assetEvents.folderCreate, folder, [...path])
  return folder
}
