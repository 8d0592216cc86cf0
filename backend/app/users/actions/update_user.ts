import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, text } from '@crossdock/kernel/ground'
import type { User } from '../models/user.js'
import { assertAdminRemains, holdAdmins, isActiveAdmin } from '../policies/last_admin.js'
import { assertMayChange, assertMayGive } from '../policies/people.js'
import { lockedUser } from '../queries/find_user.js'
import { userDeactivated, userReactivated, userUpdated } from '../event_types.js'

export interface UserChanges {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  role?: string | undefined
  isActive?: boolean | undefined
}

/**
 * Changes the given fields. Deactivation ends sessions and tokens in the same transaction.
 * @throws Problem 403 for a person with more permissions than the caller; 404; 409 for the last administrator; 422
 */
export function updateUser(
  id: string,
  { email, ...changes }: UserChanges & { email?: string | undefined }
): Promise<User> {
  return transaction(async () => {
    if (mayRemoveAnAdmin(changes)) await holdAdmins()
    const user = await lockedUser(id)
    if (email !== undefined && email !== user.email) {
      const sentence = text(
        'The address of a person cannot change: {email}. Invite the new address and remove the old one.',
        { email: user.email }
      )
      throw invalid('email', sentence)
    }
    await applyChanges(user, changes)
    return user
  })
}

export const mayRemoveAnAdmin = ({ role, isActive }: UserChanges): boolean =>
  role !== undefined || isActive === false

/**
 * Like `updateUser`, for a locked person. If the change can remove an administrator, the transaction must hold the
 * administrators.
 * @returns whether anything changed
 */
export async function applyChanges(user: User, changes: UserChanges): Promise<boolean> {
  await assertMayChange(user)
  const { role: previousRole, isActive: wasActive } = user
  const wasAdmin = isActiveAdmin(user)
  const { role } = changes
  if (role !== undefined && role !== previousRole) await assertMayGive(role)
  user.merge(definedFields(changes))
  if (!user.$isDirty) return false
  if (wasAdmin && !isActiveAdmin(user)) await assertAdminRemains(user)
  await user.save()
  const { id, email, isActive } = user
  const event = { target: { type: 'user', id }, payload: { email, role: user.role } }
  if (isActive !== wasActive) await recordEvent(isActive ? userReactivated : userDeactivated, event)
  const isRoleChanged = user.role !== previousRole
  if (isRoleChanged || isActive === wasActive) {
    const payload = { ...event.payload, previousRole: isRoleChanged ? previousRole : null }
    await recordEvent(userUpdated, { ...event, payload })
  }
  return true
}

/** An empty name is stored as null. */
function definedFields({ firstName, lastName, role, isActive }: UserChanges): Partial<User> {
  return {
    ...(firstName === undefined ? {} : { firstName: firstName || null }),
    ...(lastName === undefined ? {} : { lastName: lastName || null }),
    ...(role === undefined ? {} : { role }),
    ...(isActive === undefined ? {} : { isActive }),
  }
}
