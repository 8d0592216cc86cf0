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
        'Combines the permissions of the folder with those of all folders above it. A folder without permissions is open to everyone who may read or change files. mine is what the caller may do there.',
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
        'Replaces the previous permissions and applies to everything below the folder immediately. everyone sets the access of people who are not named: none, read, or write. write requires an empty list of grants and opens the folder again. The caller also needs assets.write. Permissions never grant more than a role. People with assets.all always have access.',
      permission: assetsPermissions,
      body: folderPermissions,
      response: folderPermissionsShape,
      refusals: [403, 409],
    },
    controller,
    'update'
  ),
]
