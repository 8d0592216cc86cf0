import { Limit, text } from '@crossdock/kernel/http'
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
/** Mails with our name on them that one tenant can have sent to anybody. */
const perTenant = [
  new Limit({ ...invitations, name: 'invitations.tenant', points: 20, seconds: 10 * minutes }),
  new Limit({ ...invitations, name: 'invitations.tenant.day', points: 100, seconds: days }),
]
/** Mails one address can be made to get; each tenant can add it, and so mail it, only once. */
const perAddress = new Limit({ name: 'invitations.address', points: 20, seconds: days })

/**
 * Counts an invitation that is about to be mailed; the super administrator's and the installation's
 * own are not. What other tenants did never refuses it, for the refusal would tell of them: then
 * only the mail is left out.
 * @returns whether to mail it. @throws Problem 429
 */
export async function countInvitation(email: string): Promise<boolean> {
  const { actor, caller } = currentContext()
  if (caller.isSuperAdmin || actor.type === 'system') return true
  for (const limit of perTenant) await limit.use(currentTenantId())
  return perAddress.tryUse(email)
}

/** Each reads and keeps up to a hundred thousand rows. */
export const importsPerTenant = new Limit({
  ...{ name: 'imports.tenant', points: 30, seconds: 60 * minutes },
  tooMany: {
    seconds: (wait) =>
      text('Too many imports in this organization. Try again in {wait} seconds.', { wait }),
    minutes: (wait) =>
      text('Too many imports in this organization. Try again in {wait} minutes.', { wait }),
    hours: (wait) =>
      text('Too many imports in this organization. Try again in {wait} hours.', { wait }),
  },
})
