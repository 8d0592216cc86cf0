import { isUniqueViolation, newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/http'
import { invitations } from '../contracts/index.js'
import { countInvitation } from '../limits.js'
import { User } from '../models/user.js'
import { assertAllowedAddress } from '../policies/addresses.js'
import { assertMayGive } from '../policies/people.js'
import { userInvited } from '../event_types.js'

export interface NewUser {
  email: string
  firstName?: string | null
  lastName?: string | null
  role: string
}

/**
 * Adds a person to the current tenant and invites them; an address that was sent very many
 * invitations today gets no further mail. @throws Problem 403 for a role that may do more than the
 * caller, 409 for a taken address, 422 for a role nobody knows and an address the tenant does not allow, 429.
 */
export async function inviteUser(input: NewUser): Promise<User> {
  const { email, role } = input
  await assertMayGive(role)
  await assertAllowedAddress(email)
  if (await User.findBy('email', email)) throw taken(email)
  const isMailed = await countInvitation(email)
  const id = newId()
  try {
    return await transaction(async () => {
      // Again, for now the role stays until they have it: it might have been deleted since.
      await assertMayGive(role)
      await assertAllowedAddress(email)
      const user = await User.create({
        id,
        email,
        firstName: input.firstName || null,
        lastName: input.lastName || null,
        role,
        isActive: true,
        hasSecondFactor: false,
      })
      await recordEvent(userInvited, {
        target: { type: 'user', id },
        payload: { email, role },
      })
      if (isMailed) await invitations.use().send(id)
      return user
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'email')) throw error
    throw taken(email)
  }
}

const taken = (email: string) =>
  conflict('E_EMAIL_TAKEN', text('{email} is already a user of this tenant.', { email }), 'email')
