import { transaction } from '@crossdock/kernel/database'
import { conflict, text } from '@crossdock/kernel/http'
import { contentStore, type StoredContent } from '@crossdock/kernel/storage'
import { currentContext } from '@crossdock/kernel/tenancy'
import { Asset } from '../models/asset.js'
import { AssetVersion } from '../models/asset_version.js'
import { findFolder } from '../queries/find_folder.js'
import { findSibling, takesName } from '../queries/find_sibling.js'
import { recordAssetEvent } from './record_asset_event.js'
import { assetEvents } from '../event_types.js'

export interface UploadedFile {
  parentId: string | null
  /** Made safe before. */
  name: string
  mimeType: string
  content: StoredContent
}

/** Refuses what can be refused before the first byte is read. @throws Problem 404, 409, 422 */
export async function checkUpload({
  parentId,
  name,
}: Pick<UploadedFile, 'parentId' | 'name'>): Promise<void> {
  await findFolder(parentId)
  refuseFolder(await findSibling(parentId, name))
}

/** Puts written content into a folder: as a new file, or as the next version of the file of that name. */
export async function uploadFile(file: UploadedFile): Promise<{ asset: Asset; created: boolean }> {
  try {
    return await transaction(() => putFile(file))
  } catch (error) {
    if (!takesName(error)) throw error
    // Another upload made the file in the meantime: ours is its next version.
    return await transaction(() => putFile(file))
  }
}

async function putFile({ parentId, name, mimeType, content }: UploadedFile) {
  const path = (await findFolder(parentId)).map((folder) => folder.name)
  const present = await findSibling(parentId, name)
  refuseFolder(present)
  await contentStore.use().record(content)
  const { size } = content
  const uploadedBy = currentContext().actor.userId
  const asset = present
    ? await present.merge({ mimeType, size, version: present.version + 1, uploadedBy }).save()
    : await Asset.create({
        ...{ parentId, name, mimeType, size, uploadedBy, type: 'file', version: 1 },
        ...{ metadata: {}, trashedAt: null },
      })
  const version = await AssetVersion.create({
    ...{ assetId: asset.id, version: asset.version, contentId: content.id },
    ...{ size, mimeType, uploadedBy },
  })
  const { fileUpdate, fileUpload } = assetEvents
  await recordAssetEvent(present ? fileUpdate : fileUpload, asset, path, {}, version)
  return { asset, created: present === null }
}

function refuseFolder(sibling: Asset | null): void {
  if (sibling?.type !== 'folder') return
  const { name } = sibling
  const message = text('"{name}" is a folder here. Give the file another name.', { name })
  throw conflict('E_NAME_TAKEN', message, 'name')
}
