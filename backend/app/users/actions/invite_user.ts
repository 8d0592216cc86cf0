import { isUniqueViolation, newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
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
 * Adds a person to the current tenant and mails an invitation. An address that already got many invitations today
 * gets no further mail.
 * @throws Problem 403 for a role with more permissions than the caller; 409 for a taken address; 422 for an unknown
 * role, and for an address the tenant does not allow; 429
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
      // Checks again: inside the transaction the role is locked, and it may have been deleted since.
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
