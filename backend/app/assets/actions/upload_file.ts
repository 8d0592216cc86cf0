import { transaction } from '@crossdock/kernel/database'
import { conflict, text } from '@crossdock/kernel/ground'
import { contentStore, type StoredContent } from '@crossdock/kernel/storage'
import { Asset } from '../models/asset.js'
import { AssetVersion } from '../models/asset_version.js'
import { findFolder } from '../queries/find_folder.js'
import { findSibling, isNameTakenError } from '../queries/find_sibling.js'
import { lockQuota } from '../storage_quota.js'
import { addVersion } from './add_version.js'
import { ensureFolders } from './ensure_folders.js'

export interface UploadedFile {
  parentId: string | null
  /** Names of folders below the parent, checked by `safeName`. Missing folders are created. */
  folders?: string[]
  /** Checked by `safeName`. */
  name: string
  mimeType: string
  content: StoredContent
  /** See `NewVersion`. */
  fileModifiedAt?: string | null
}

/** Refuses an upload before its first byte is read, where possible. @throws Problem 404, 409, 422 */
export async function checkUpload({
  parentId,
  name,
}: Pick<UploadedFile, 'parentId' | 'name'>): Promise<void> {
  await findFolder(parentId)
  refuseFolder(await findSibling(parentId, name))
}

export interface PutFile {
  asset: Asset
  fate: 'created' | 'updated' | 'unchanged'
}

/**
 * Puts stored content into a folder: as a new file, or as the next version of the file with that name.
 * @param also work that runs in the same transaction
 */
export async function uploadFile(
  file: UploadedFile,
  also: (asset: Asset) => Promise<void> = async () => {}
): Promise<{ asset: Asset; created: boolean }> {
  const put = async () => {
    await lockQuota(file.content.size)
    const done = await putFile(file)
    await also(done.asset)
    return { asset: done.asset, created: done.fate === 'created' }
  }
  try {
    return await transaction(put)
  } catch (error) {
    if (!isNameTakenError(error)) throw error
    // Another upload created the file, or a folder above it, in between.
    return await transaction(put)
  }
}

/**
 * As `uploadFile`, in the caller's transaction.
 * @param keepSame whether a file with the same bytes stays unchanged
 */
export async function putFile(
  { parentId: below, folders = [], name, ...version }: UploadedFile,
  keepSame = false
): Promise<PutFile> {
  const { folderId: parentId, path } = await ensureFolders(below, folders)
  const present = await findSibling(parentId, name)
  refuseFolder(present)
  if (present && keepSame && (await hasContent(present, version.content))) {
    return { asset: present, fate: 'unchanged' }
  }
  const asset =
    present ??
    new Asset().merge({ parentId, name, type: 'file', version: 0, metadata: {}, trashedAt: null })
  await addVersion(asset, path, version)
  return { asset, fate: present ? 'updated' : 'created' }
}

/** Whether the current version has the content. If so, its bytes also repair a damaged copy. */
async function hasContent({ id, version }: Asset, content: StoredContent): Promise<boolean> {
  const like = { assetId: id, version, contentId: content.id }
  const isSame = (await AssetVersion.query().where(like).first()) !== null
  if (isSame) await contentStore.use().record(content)
  return isSame
}

function refuseFolder(sibling: Asset | null): void {
  if (sibling?.type !== 'folder') return
  const { name } = sibling
  const message = text('"{name}" is a folder here. Give the file another name.', { name })
  throw conflict('E_NAME_TAKEN', message, 'name')
}
