import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
import { invitations } from '../contracts/index.js'
import { invitationResent } from '../event_types.js'
import { countInvitation } from '../limits.js'
import type { User } from '../models/user.js'
import { assertAllowedAddress } from '../policies/addresses.js'
import { findUser, lockedUser } from '../queries/find_user.js'
import { statusOf } from '../user_status.js'

/**
 * Invites a person again who has never signed in. The limits of invitations apply.
 * @throws Problem 404; 409 for a person who needs no invitation; 422 for an address the tenant no longer allows;
 * 429
 */
export async function resendInvitation(id: string): Promise<User> {
  const { email } = assertPending(await findUser(id))
  await assertAllowedAddress(email)
  const isMailed = await countInvitation(email)
  return transaction(async () => {
    const user = assertPending(await lockedUser(id))
    await recordEvent(invitationResent, {
      target: { type: 'user', id },
      payload: { email, role: user.role },
    })
    if (isMailed) await invitations.use().send(id)
    return user
  })
}

function assertPending(user: User): User {
  const status = statusOf(user)
  if (status === 'pending') return user
  const { email } = user
  throw conflict(
    'E_NOT_PENDING',
    status === 'active'
      ? text('{email} has already signed in and needs no invitation.', { email })
      : text('{email} is deactivated. Reactivate them first.', { email })
  )
}
