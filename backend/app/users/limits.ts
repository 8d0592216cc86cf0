import { Limit } from '@crossdock/kernel/limits'
import { text } from '@crossdock/kernel/ground'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'

const minutes = 60
const days = 24 * 60 * minutes

const invitations = {
  tooMany: {
    seconds: (wait: number) =>
      text('Too many invitations from this organization. Try again in {wait} seconds.', { wait }),
    minutes: (wait: number) =>
      text('Too many invitations from this organization. Try again in {wait} minutes.', { wait }),
    hours: (wait: number) =>
      text('Too many invitations from this organization. Try again in {wait} hours.', { wait }),
  },
}
/** Invitation mails that one tenant can have sent. */
const perTenant = [
  new Limit({ ...invitations, name: 'invitations.tenant', points: 20, seconds: 10 * minutes }),
  new Limit({ ...invitations, name: 'invitations.tenant.day', points: 100, seconds: days }),
]
/** Invitation mails to one address. Each tenant can add, and so mail, an address only once. */
const perAddress = new Limit({ name: 'invitations.address', points: 20, seconds: days })

/**
 * Counts an invitation that is about to be mailed, except for super administrators and the installation itself. The
 * limit per address only suppresses the mail: a refusal would reveal what other tenants did.
 * @returns whether to send the mail
 * @throws Problem 429
 */
export async function countInvitation(email: string): Promise<boolean> {
  const { actor, caller } = currentContext()
  if (caller.isSuperAdmin || actor.type === 'system') return true
  for (const limit of perTenant) await limit.use(currentTenantId())
  return perAddress.tryUse(email)
}

/** An import can have a hundred thousand rows. */
export const importsPerTenant = new Limit({
  name: 'imports.tenant',
  points: 30,
  seconds: 60 * minutes,
  tooMany: {
    seconds: (wait) =>
      text('Too many imports in this organization. Try again in {wait} seconds.', { wait }),
    minutes: (wait) =>
      text('Too many imports in this organization. Try again in {wait} minutes.', { wait }),
    hours: (wait) =>
      text('Too many imports in this organization. Try again in {wait} hours.', { wait }),
  },
})
