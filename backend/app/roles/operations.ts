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
      summary: 'List the built-in roles and the roles of the tenant',
      description:
        'The holders of a role: `GET /api/users?filter={"role":"<key>"}`. A tenant has at most 100 roles of its own.',
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
        'The role cannot have permissions that you do not hold. Its key is derived from the name and never changes.',
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
      description: 'Takes the id or the key of the role.',
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
        'Takes all or some of the fields. `permissions` replaces all permissions of the role and cannot add any that you do not hold. The change applies to all holders immediately. Built-in roles cannot be changed.',
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
        'If people hold the role, send `replacement`: the key of the role they get instead. It cannot have permissions that you do not hold.',
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
      summary: 'List all permissions with the built-in roles that have them',
      access: 'session',
      response: permissionsAnswer,
    },
    permissions,
    'index'
  ),
  operation(
    'GET /users/{id}/permissions',
    {
      summary: 'Explain the permissions of a person',
      description:
        'For every permission: whether the person holds it, why, and which roles have it. Needs `users.read` and `roles.read`.',
      permission: rolesRead,
      response: personPermissionsAnswer,
    },
    permissions,
    'ofPerson'
  ),
]
