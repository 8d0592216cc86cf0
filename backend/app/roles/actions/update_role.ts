import { grants } from '@crossdock/backend/access'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/shapes'
import { roleUpdated } from '../event_types.js'
import type { Role } from '../models/role.js'
import { findOwnRole } from '../queries/roles.js'
import type { updateRoleBody } from '../validators/role.js'
import {
  assertMayDecide,
  assertStaysInCharge,
  lockRoles,
  refuseBuiltIn,
  refuseTakenName,
  refuseUnknown,
} from './checks.js'

/**
 * Changes a role of the tenant, by its id or key; the key never changes. The event updates the caches of every
 * process.
 * @throws Problem 403 for a permission the caller does not hold, before or after the change; 404, 409, 422
 */
export async function updateRole(
  id: string,
  changes: Output<typeof updateRoleBody>
): Promise<Role> {
  refuseBuiltIn(id)
  return transaction(async () => {
    await lockRoles()
    const role = await findOwnRole(id)
    await assertMayDecide(role)
    const before = role.permissions
    const permissions = [...new Set(changes.permissions ?? before)]
    const added = difference(permissions, before)
    refuseUnknown(permissions, before)
    // A role applies in every environment.
    if (added.length > 0) {
      await grants.use().assertMayGrant({ scopes: added, environmentId: null })
    }
    await assertStaysInCharge(role, new Set(permissions))
    const { name = role.name, description = role.description } = changes
    if (name !== role.name) await refuseTakenName(name, role.id)
    role.merge({ name, description: description || null, permissions })
    if (!role.$isDirty) return role
    await role.save()
    await recordEvent(roleUpdated, {
      target: { type: 'role', id: role.id },
      payload: { key: role.key, name, added, removed: difference(before, permissions) },
    })
    return role
  })
}

const difference = (all: readonly string[], some: readonly string[]) =>
  all.filter((name) => !some.includes(name))
