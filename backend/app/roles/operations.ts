import { operation } from '@crossdock/kernel/http'
import { roleList } from './queries/roles.js'
import {
  createRoleBody,
  deleteRoleQuery,
  permissionsAnswer,
  roleAnswer,
  updateRoleBody,
} from './validators/role.js'
import { personPermissionsAnswer } from './validators/person_permissions.js'
import { rolesRead, rolesWrite } from './contracts/index.js'

const roles = () => import('./controllers/roles_controller.js')
const permissions = () => import('./controllers/permissions_controller.js')

export default [
  operation(
    'GET /roles',
    {
      summary: 'List the roles: built-in ones, and those the tenant has made',
      description:
        'Who holds one: `GET /api/users?filter={"role":"<key>"}`. A tenant has at most 100 of its own.',
      permission: rolesRead,
      list: roleList,
      response: roleAnswer,
    },
    roles,
    'index'
  ),
  operation(
    'POST /roles',
    {
      summary: 'Make a role',
      proof: 'fresh',
      description:
        'It may hold no permission that you do not hold. Its key is made from its name, and stays what it is.',
      permission: rolesWrite,
      body: createRoleBody,
      response: roleAnswer,
      status: 201,
      location: '/api/roles/{id}',
    },
    roles,
    'store'
  ),
  operation(
    'GET /roles/{id}',
    {
      summary: 'Show a role',
      description: 'By its id or its key.',
      permission: rolesRead,
      response: roleAnswer,
    },
    roles,
    'show'
  ),
  operation(
    'PUT /roles/{id}',
    {
      summary: 'Change a role',
      proof: 'fresh',
      description:
        'Takes all or some of the fields; `permissions` takes the place of all it holds, and may add none that you do not hold. It holds at once for everybody who has the role. Built-in roles cannot be changed.',
      permission: rolesWrite,
      body: updateRoleBody,
      response: roleAnswer,
      refusals: [409],
    },
    roles,
    'update'
  ),
  operation(
    'DELETE /roles/{id}',
    {
      summary: 'Delete a role',
      proof: 'fresh',
      description:
        'One that people hold only with `replacement`, the key of the role they get instead, which may do no more than you.',
      permission: rolesWrite,
      query: deleteRoleQuery,
      status: 204,
      refusals: [409],
    },
    roles,
    'destroy'
  ),
  operation(
    'GET /permissions',
    {
      summary: 'List every permission there is, and the built-in roles that hold it',
      access: 'session',
      response: permissionsAnswer,
    },
    permissions,
    'index'
  ),
  operation(
    'GET /users/{id}/permissions',
    {
      summary: 'What a person may do, and why',
      description:
        'Every permission there is: whether they hold it, by what, and which roles would give it. Takes `users.read` beside `roles.read`.',
      permission: rolesRead,
      response: personPermissionsAnswer,
    },
    permissions,
    'ofPerson'
  ),
]
