import type { BrowserSession } from '@crossdock/backend/access'
import { providers } from '@crossdock/backend/sso'
import { isAllowedAddress, type SignInRules } from '@crossdock/backend/tenants'
import { accounts, people, type Account } from '@crossdock/backend/users'
import { conflict, Problem, text } from '@crossdock/kernel/http'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'

/** Whoever is in the tenant themselves; null for super administrators, whom its rules do not concern. */
async function ownAccount(): Promise<Account | null> {
  const { userId } = currentContext().actor
  const account = userId ? await accounts.use().find(userId) : null
  return account?.tenantId === currentTenantId() ? account : null
}

/**
 * Asked behind the lock, of the rules as they are: whoever decides at the same time may have shut them out meanwhile.
 * @throws Problem 401 for a session that the rules let in no more, 403 for the token of somebody whom they let in no more
 */
export async function assertLetIn(
  { allowedDomains, ssoOnly }: SignInRules,
  session: BrowserSession | null
): Promise<void> {
  const own = await ownAccount()
  if (!own) return
  const { email } = own
  const isInside = isAllowedAddress(email, allowedDomains)
  if (isInside && (!ssoOnly || (session ? session.byProvider : await isKnown(own)))) return
  throw new Problem(
    session ? 401 : 403,
    'E_SIGN_IN_RULE',
    text(
      'The sign-in rules of your organization let {email} in no more, so they are changed by somebody whom they do let in. Ask another administrator.',
      { email }
    )
  )
}

const isKnown = async ({ id }: Account): Promise<boolean> =>
  (await providers.use().knownAmong([id])).size > 0

/** @throws Problem 409 for who would shut themselves out */
export async function assertOwnAddress({ allowedDomains }: SignInRules): Promise<void> {
  const own = await ownAccount()
  if (!own || isAllowedAddress(own.email, allowedDomains)) return
  throw conflict(
    'E_LOCKED_OUT',
    text(
      'Your own address, {email}, is of none of these domains: you could not sign in any more. Add its domain.',
      { email: own.email }
    ),
    'allowedDomains'
  )
}

/** @throws Problem 409 for who has not come in by a provider that is on, or works in a session that has not */
export async function assertOwnProvider(session: BrowserSession | null): Promise<void> {
  const own = await ownAccount()
  if (!own) return
  const isHere = session === null || session.byProvider
  if (isHere && (await isKnown(own))) return
  throw conflict(
    'E_SSO_UNPROVED',
    text(
      'Sign in by an identity provider of your organization first, one that is on: from then on nobody gets in without one, you neither.'
    ),
    'ssoOnly'
  )
}

/** @throws Problem 409 where no active administrator is left who could sign in */
export async function assertAdministratorRemains(rules: SignInRules): Promise<void> {
  if (await people.use().isAdministratorLeft(rules)) return
  if (!(await people.use().isAdministratorLeft({ ...rules, ssoOnly: false }))) {
    throw conflict(
      'E_LAST_ADMIN',
      text(
        'No active administrator has an address of these domains: nobody could change the rules any more. Make somebody an administrator who has one first.'
      ),
      'allowedDomains'
    )
  }
  throw conflict(
    'E_SSO_UNPROVED',
    text(
      'No active administrator who could sign in then has come in by an identity provider that is on. One of them signs in by it first.'
    ),
    'ssoOnly'
  )
}
