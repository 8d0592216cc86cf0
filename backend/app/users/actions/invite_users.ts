import { Problem, type Text } from '@crossdock/kernel/ground'
import { validate } from '@crossdock/kernel/shapes'
import { mailAddressShape, type invitationFates } from '../validators/user.js'
import { inviteUser } from './invite_user.js'
import { assertMayGive } from '../policies/people.js'

/** The result for one address. */
export interface Invitation {
  email: string
  fate: (typeof invitationFates)[number]
  userId: string | null
  message: Text | null
}

/**
 * Invites several people with one role. Each address is handled separately, so a wrong or taken one does not affect
 * others.
 * @throws Problem 403, 422 for the role, which is the same for all
 */
export async function inviteUsers(emails: string[], role: string): Promise<Invitation[]> {
  await assertMayGive(role)
  const invitations = new Map<string, Invitation>()
  let limited: Text | undefined
  for (const given of emails) {
    const email = await addressOf(given)
    if (email instanceof Problem) {
      invitations.set(given, { email: given, fate: 'invalid', userId: null, message: email.text })
    } else if (invitations.has(email)) {
      continue
    } else if (limited) {
      invitations.set(email, { email, fate: 'limited', userId: null, message: limited })
    } else {
      const invitation = await invite(email, role)
      if (invitation.fate === 'limited') limited = invitation.message ?? undefined
      invitations.set(email, invitation)
    }
  }
  return [...invitations.values()]
}

/** The address in its stored form, or the error. */
async function addressOf(given: string): Promise<string | Problem> {
  try {
    const { email } = (await validate(mailAddressShape, { email: given })) as { email: string }
    return email
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

async function invite(email: string, role: string): Promise<Invitation> {
  try {
    const { id } = await inviteUser({ email, role })
    return { email, fate: 'invited', userId: id, message: null }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'E_EMAIL_TAKEN') {
      return { email, fate: 'taken', userId: null, message: error.text }
    }
    if (error.errors[0]?.rule === 'domain') {
      return { email, fate: 'invalid', userId: null, message: error.text }
    }
    if (error.status === 429) return { email, fate: 'limited', userId: null, message: error.text }
    throw error
  }
}
