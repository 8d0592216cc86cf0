import { transaction } from '@crossdock/kernel/database'
import { Problem } from '@crossdock/kernel/ground'
import { contentStore } from '@crossdock/kernel/storage'
import { placeExpected, putAllNew, putExpected, trashExpected } from './actions/change_tree.js'
import { createFolder } from './actions/create_folder.js'
import { ensureFolders } from './actions/ensure_folders.js'
import type {
  AssetTrees,
  ExpectedAsset,
  NewFilePut,
  FilePut,
  TreeEntry,
} from './contracts/index.js'
import { FileType } from './mime_type.js'
import { Asset } from './models/asset.js'
import { AssetVersion } from './models/asset_version.js'
import { findFolder } from './queries/find_folder.js'
import { findSibling, nameTaken, isNameTakenError } from './queries/find_sibling.js'
import { maxUploadBytes } from './queries/max_upload_bytes.js'
import { treeBelow } from './queries/tree_below.js'
import { isSafeName, safeName } from './safe_name.js'
import { sniffedBytes } from './shown_as.js'

/** See `AssetTrees`. */
export class Trees implements AssetTrees {
  async folderAt(given: readonly string[]): Promise<string> {
    const names = given.map((name) => safeName(name, 'path'))
    const make = () => transaction(() => ensureFolders(null, names))
    const { folderId } = await make().catch((error: unknown) => {
      if (!isNameTakenError(error)) throw error
      // Another writer created one of the folders in between.
      return make()
    })
    return folderId!
  }

  async findAt(names: readonly string[]): Promise<string | null> {
    let found: string | null = null
    for (const name of names) {
      const folder: Asset | null = await Asset.query()
        .where({ parent_key: found ?? '', name: name.normalize('NFC'), type: 'folder' })
        .whereNull('trashed_at')
        .first()
      if (!folder) return null
      found = folder.id
    }
    return found !== null && (await this.pathOf(found)) ? found : null
  }

  async pathOf(folderId: string): Promise<string[] | null> {
    try {
      return (await findFolder(folderId, 'read')).map(({ name }) => name)
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return null
      throw error
    }
  }

  below(folderId: string, most: number): Promise<TreeEntry[]> {
    return treeBelow(folderId, most)
  }

  async hasVersion(id: string, hash: string): Promise<boolean> {
    const like = { assetId: id, contentId: hash }
    return (await AssetVersion.query().where(like).select('id').first()) !== null
  }

  isValidName(name: string): boolean {
    return isSafeName(name)
  }

  async uploaders(
    versions: readonly { id: string; hash: string }[]
  ): Promise<(id: string, hash: string) => string | null> {
    if (versions.length === 0) return () => null
    const rows = await AssetVersion.query()
      .whereIn('asset_id', [...new Set(versions.map(({ id }) => id))])
      .whereIn('content_id', [...new Set(versions.map(({ hash }) => hash))])
      .orderBy('version')
      .select('asset_id', 'content_id', 'uploaded_by')
    const found = new Map(
      rows.map(({ assetId, contentId, uploadedBy }) => [`${assetId} ${contentId}`, uploadedBy])
    )
    return (id, hash) => found.get(`${id} ${hash}`) ?? null
  }

  async fileIn(parentId: string, given: string): Promise<ExpectedAsset | null> {
    const found = await findSibling(parentId, safeName(given))
    if (!found) return null
    if (found.type === 'folder') throw nameTaken(found.name)
    return { id: found.id, parentId, name: found.name, version: found.version }
  }

  mostBytes(): Promise<number> {
    return maxUploadBytes()
  }

  async typeOf(name: string, hash: string): Promise<string> {
    const type = new FileType(name, '')
    if (type.isUndecided) {
      const bytes = await contentStore.use().read(hash, { end: sniffedBytes - 1 })
      for await (const _ of type.through(bytes)) void _
    }
    return await type.found()
  }

  async makeFolder(parentId: string, name: string): Promise<{ id: string; name: string }> {
    const folder = await createFolder({ parentId, name })
    return { id: folder.id, name: folder.name }
  }

  async place(
    expected: ExpectedAsset,
    to: { parentId: string; name: string }
  ): Promise<{ name: string }> {
    return { name: (await placeExpected(expected, to)).name }
  }

  async put(file: FilePut): Promise<{ id: string; version: number; name: string }> {
    const { id, version, name } = await putExpected(file)
    return { id, version, name }
  }

  putNew(files: readonly NewFilePut[]): Promise<string[]> {
    return putAllNew(files)
  }

  trash(expected: ExpectedAsset): Promise<void> {
    return trashExpected(expected)
  }
}
