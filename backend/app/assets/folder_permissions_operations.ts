import { operation } from '@crossdock/kernel/http'
import { assetsPermissions, assetsRead } from './contracts/permissions.js'
import { folderPermissions, folderPermissionsShape } from './validators/folder_permissions.js'

const controller = () => import('./controllers/folder_permissions_controller.js')

/** Operations on the permissions of a folder. */
export const folderPermissionsOperations = [
  operation(
    'GET /assets/{id}/permissions',
    {
      summary: 'Get the permissions of a folder',
      description:
        'Combines the permissions of the folder with those of all folders above it. A folder without permissions is open to everyone who may read or change files. `mine` is the access of the caller.',
      permission: assetsRead,
      response: folderPermissionsShape,
      refusals: [409],
    },
    controller,
    'show'
  ),
  operation(
    'PUT /assets/{id}/permissions',
    {
      summary: 'Set the permissions of a folder',
      description:
        'Replaces the previous permissions and applies to everything below the folder immediately. `everyone` is the access of people without a grant: `none`, `read`, or `write`. With `write`, the folder is open again and `grants` is ignored. The caller also needs `assets.write`. Folder permissions only restrict what roles allow. People with `assets.all` always have access.',
      permission: assetsPermissions,
      body: folderPermissions,
      response: folderPermissionsShape,
      refusals: [403, 409],
    },
    controller,
    'update'
  ),
]
