import { grants, roles } from '@crossdock/backend/access'
import { usersWrite } from '@crossdock/backend/users'
import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, missingPermission, text } from '@crossdock/kernel/ground'
import { currentTenantId, holds, tenantTable } from '@crossdock/kernel/tenancy'
import { roleDeleted, roleReplaced } from '../event_types.js'
import type { Role } from '../models/role.js'
import { countHoldersNow } from '../queries/holders.js'
import { findOwnRole } from '../queries/roles.js'
import { assertMayDecide, assertStaysInCharge, lockRoles, refuseBuiltIn } from './checks.js'

/**
 * Deletes a role of the tenant, by its id or key. Its holders get another role in the same commit.
 * @param replacement key of the role they get
 * @throws Problem 403 if either role has more permissions than the caller, or if people would get another role and
 * the caller may not change people; 404; 409 for a role that people hold; 422
 */
export async function deleteRole(id: string, replacement?: string): Promise<void> {
  refuseBuiltIn(id)
  await transaction(async () => {
    await lockRoles()
    const role = await findOwnRole(id, { lock: true })
    await assertMayDecide(role)
    if (replacement !== undefined) await assertMayReplace(role, replacement)
    const people = await countHoldersNow(role.key)
    if (people > 0) await moveHolders(role, replacement, people)
    await role.delete()
    await recordEvent(roleDeleted, {
      target: { type: 'role', id: role.id },
      payload: {
        key: role.key,
        name: role.name,
        replacement: people > 0 ? (replacement ?? null) : null,
      },
    })
  })
}

async function assertMayReplace(role: Role, replacement: string): Promise<void> {
  const wanted = { tenantId: currentTenantId(), role: replacement }
  if (replacement === role.key || !(await roles.use().isKnown(wanted))) {
    throw invalid(
      'replacement',
      text('There is no other role with the key "{key}". Choose another replacement.', {
        key: replacement,
      }),
      'role'
    )
  }
  await grants.use().assertMayGrant({ role: replacement })
  await assertStaysInCharge(role, await roles.use().permissionsOf(wanted))
}

async function moveHolders(role: Role, to: string | undefined, people: number): Promise<void> {
  if (to === undefined) throw roleInUse(role, people)
  if (!holds(usersWrite)) throw missingPermission(usersWrite)
  const { key: from } = role
  await tenantTable('users').where('role', from).update({ role: to, updated_at: now() })
  await recordEvent(roleReplaced, {
    target: { type: 'tenant', id: currentTenantId() },
    payload: { from, to, people },
  })
}

const roleInUse = ({ name }: Role, people: number) =>
  conflict(
    'E_ROLE_HELD',
    people === 1
      ? text('One person holds the role "{name}". Say which role they get instead (replacement).', {
          name,
        })
      : text(
          '{people} people hold the role "{name}". Say which role they get instead (replacement).',
          { people, name }
        )
  )
