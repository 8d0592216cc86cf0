import type { ItemInput } from '@crossdock/kernel/http'
import { setFolderPermissions } from '../actions/set_folder_permissions.js'
import { permissionsOf } from '../queries/folder_permissions.js'
import type { folderPermissions } from '../validators/folder_permissions.js'

export default class FolderPermissionsController {
  show({ params }: ItemInput) {
    return permissionsOf(params.id)
  }

  async update({ params, body }: ItemInput<typeof folderPermissions>) {
    await setFolderPermissions(params.id, body)
    return await permissionsOf(params.id)
  }
}
