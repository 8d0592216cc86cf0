import type { RoleSource } from '@crossdock/backend/access'
import { dialect } from '@crossdock/kernel/database'
import { Role } from '../models/role.js'
import { isDeclared } from './permissions.js'

/** What the current tenant's own roles may do. */
export const ownRoles: RoleSource = {
  async permissionsOf(key) {
    const role = await Role.findBy('key', key)
    // What a plugin that is gone has declared gives nothing until it is back.
    return role ? role.permissions.filter(isDeclared) : null
  },

  async hold(key) {
    const query = Role.query().where('key', key)
    // SQLite's transaction is the only writer anyway.
    if (dialect() === 'postgres') void query.knexQuery.forKeyShare()
    return (await query.first()) !== null
  },
}
