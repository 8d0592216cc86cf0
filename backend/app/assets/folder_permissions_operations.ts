import { operation } from '@crossdock/kernel/http'
import { assetsPermissions, assetsRead } from './contracts/permissions.js'
import { folderPermissions, folderPermissionsShape } from './validators/folder_permissions.js'

const controller = () => import('./controllers/folder_permissions_controller.js')

/** Who is let into a folder and what lies below it. */
export const folderPermissionsOperations = [
  operation(
    'GET /assets/{id}/permissions',
    {
      summary: 'Who is let into a folder',
      description:
        'By its own permissions and by those of the folders it lies in; all of them count. A folder nobody has said anything of is open to everybody who may read, or change, files. mine is what the caller may do there.',
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
      summary: 'Say who is let into a folder',
      description:
        'In place of what was said before, for all that lies below it, at once. everyone is what those may do who are not named: nothing, read, or (with nobody named) write, which opens the folder again. Whoever may not change files (assets.write) says nothing of folders. Nobody gets more by it than their role allows. Whoever may open every folder (assets.all) is let in anyway.',
      permission: assetsPermissions,
      body: folderPermissions,
      response: folderPermissionsShape,
      refusals: [403, 409],
    },
    controller,
    'update'
  ),
]
