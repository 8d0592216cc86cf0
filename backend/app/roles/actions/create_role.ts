import { grants } from '@crossdock/backend/access'
import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text, type Output } from '@crossdock/kernel/http'
import { roleCreated } from '../event_types.js'
import { Role } from '../models/role.js'
import type { createRoleBody } from '../validators/role.js'
import { lockRoles, refuseTakenName, refuseUnknown } from './checks.js'
import { newKey } from './role_key.js'

/** More would be no order any more, and each request for a list reads them all. */
const mostRoles = 100

/**
 * Makes a role of the current tenant's own.
 * @throws Problem 403 for a permission the caller does not hold, 409, 422
 */
export async function createRole(input: Output<typeof createRoleBody>): Promise<Role> {
  const { name, description } = input
  const permissions = [...new Set(input.permissions)]
  refuseUnknown(permissions)
  await grants.use().assertMayGrant({ scopes: permissions, environmentId: null })
  return transaction(async () => {
    await lockRoles()
    await refuseTakenName(name)
    await refuseTooMany()
    const id = newId()
    const key = await newKey(name)
    const role = await Role.create({
      ...{ id, key, name, permissions },
      description: description || null,
    })
    await recordEvent(roleCreated, {
      target: { type: 'role', id },
      payload: { key, name, permissions },
    })
    return role
  })
}

async function refuseTooMany(): Promise<void> {
  const all = await Role.query().select('id')
  if (all.length < mostRoles) return
  throw conflict(
    'E_TOO_MANY_ROLES',
    text('An organization has at most {most} roles of its own. Delete one first.', {
      most: mostRoles,
    })
  )
}
