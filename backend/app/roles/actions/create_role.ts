import { grants } from '@crossdock/backend/access'
import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { roleCreated } from '../event_types.js'
import { Role } from '../models/role.js'
import type { createRoleBody } from '../validators/role.js'
import { lockRoles, refuseTakenName, refuseUnknown } from './checks.js'
import { createKey } from './role_key.js'

/** Maximum number of roles per tenant, because each request for a list reads them all. */
const maxRoles = 100

/** Creates a role of the current tenant. @throws Problem 403 for a permission the caller does not hold, 409, 422 */
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
    const key = await createKey(name)
    const role = await Role.create({
      id,
      key,
      name,
      permissions,
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
  if (all.length < maxRoles) return
  throw conflict(
    'E_TOO_MANY_ROLES',
    text('An organization has at most {most} roles of its own. Delete one first.', {
      most: maxRoles,
    })
  )
}
