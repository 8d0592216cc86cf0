import { transaction } from '@crossdock/kernel/database'
import { currentContext } from '@crossdock/kernel/tenancy'
import { Asset } from '../models/asset.js'
import { assertTakesFolder, findFolder } from '../queries/find_folder.js'
import { nameTaken, isNameTakenError } from '../queries/find_sibling.js'
import { safeName } from '../safe_name.js'
import { recordAssetEvent } from './record_asset_event.js'
import { assetEvents } from '../event_types.js'

export interface NewFolder {
  name: string
  parentId: string | null
}

/** @throws Problem 404 for an unknown parent, 409 when the name is taken, 422 for an unsafe name */
export async function createFolder({ name: given, parentId }: NewFolder): Promise<Asset> {
  const name = safeName(given)
  try {
    return await transaction(async () => {
      const path = (await findFolder(parentId)).map((folder) => folder.name)
      assertTakesFolder(path)
      const uploadedBy = currentContext().actor.userId
      const values = { parentId, name, uploadedBy, mimeType: null, trashedAt: null }
      const folder = await Asset.create({
        ...values,
        type: 'folder',
        size: 0,
        version: 0,
        metadata: {},
      })
      await recordAssetEvent(assetEvents.folderCreate, folder, path)
      return folder
    })
  } catch (error) {
    throw isNameTakenError(error) ? nameTaken(name) : error
  }
}
