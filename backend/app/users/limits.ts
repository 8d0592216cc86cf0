import { Limit } from '@crossdock/kernel/http'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'

const minutes = 60
const days = 24 * 60 * minutes

const invitations = { what: 'invitations from this organization' }
/** Mails with our name on them that one tenant can have sent to anybody. */
const perTenant = [
  new Limit({ ...invitations, name: 'invitations.tenant', points: 20, seconds: 10 * minutes }),
  new Limit({ ...invitations, name: 'invitations.tenant.day', points: 100, seconds: days }),
]
/** Invitations one address can be made to get, whoever sends them. */
const perAddress = new Limit({
  what: 'invitations to this address',
  name: 'invitations.address',
  points: 5,
  seconds: days,
})

/** Counts an invitation; the super administrator's and the installation's own are not. @throws Problem 429 */
export async function countInvitation(email: string): Promise<void> {
  const { actor, caller } = currentContext()
  if (caller.isSuperAdmin || actor.type === 'system') return
  for (const limit of perTenant) await limit.use(currentTenantId())
  await perAddress.use(email)
}
