import { conflict, Problem, text } from '@crossdock/kernel/ground'
import { currentContext } from '@crossdock/kernel/tenancy'
import { assetEvents } from '../event_types.js'
import { closedFolders } from '../folder_permissions/closed.js'
import { Asset } from '../models/asset.js'
import { assertTakesFolder, findFolder } from '../queries/find_folder.js'
import { findSibling } from '../queries/find_sibling.js'
import { recordAssetEvent } from './record_asset_event.js'

export interface TargetFolder {
  /** Null for the top level. */
  folderId: string | null
  /** Names of the folders from the top level down to this folder, inclusive. */
  path: string[]
}

/**
 * Finds the folder at a path of names below a parent folder, and creates missing folders. Runs in the
 * caller's transaction.
 * @param names already checked by `safeName`
 * @throws Problem 404 for an unknown folder and for a folder that the caller may not open, 409 when a file
 *   has one of the names, 422 when the path is too deep
 */
export async function ensureFolders(
  parentId: string | null,
  names: string[]
): Promise<TargetFolder> {
  const path = (await findFolder(parentId)).map(({ name }) => name)
  const closed = await closedFolders('read')
  let folderId = parentId
  for (const name of names) {
    const folder =
      (await findSibling(folderId, name)) ?? (await createFolderIn(folderId, name, path))
    if (folder.type !== 'folder') {
      const message = text('"{name}" is a file here, not a folder.', { name })
      throw conflict('E_NAME_TAKEN', message, 'path')
    }
    // Check this before looking inside: callers without access get the same answer for any content.
    if (closed.has(folder.id)) throw folderNotFound(name)
    folderId = folder.id
    path.push(name)
  }
  // The caller needs write permission for the last folder.
  if (names.length > 0) await findFolder(folderId)
  return { folderId, path }
}

/** The error has the name that the caller sent: an id would reveal that the folder exists. */
function folderNotFound(name: string): Problem {
  const message = text('There is no folder "{name}" here that you may open.', { name })
  return new Problem(404, 'E_NOT_FOUND', message)
}

async function createFolderIn(
  parentId: string | null,
  name: string,
  path: string[]
): Promise<Asset> {
  assertTakesFolder(path)
  const folder = await Asset.create({
    parentId,
    name,
    type: 'folder',
    mimeType: null,
    size: 0,
    version: 0,
    metadata: {},
    uploadedBy: currentContext().actor.userId,
    trashedAt: null,
  })
  await recordAssetEvent(assetEvents.folderCreate, folder, [...path])
  return folder
}
