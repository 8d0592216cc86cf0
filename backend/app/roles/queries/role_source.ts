import type { RoleSource } from '@crossdock/backend/access'
import { dialect } from '@crossdock/kernel/database'
import { Role } from '../models/role.js'
import { isDeclared } from '../declared.js'

/** Permissions of the current tenant's custom roles. */
export const ownRoles: RoleSource = {
  async permissionsOf(key) {
    const role = await Role.findBy('key', key)
    // Permissions of a removed plugin have no effect until the plugin is back.
    return role ? role.permissions.filter(isDeclared) : null
  },

  async hold(key) {
    const query = Role.query().where('key', key)
    // An SQLite transaction is the only writer anyway.
    if (dialect() === 'postgres') void query.knexQuery.forKeyShare()
    return (await query.first()) !== null
  },
}
