import type { BrowserSession } from '@crossdock/backend/access'
import { providers } from '@crossdock/backend/sso'
import { isAllowedAddress, type SignInRules } from '@crossdock/backend/tenants'
import { accounts, people, type Account } from '@crossdock/backend/users'
import { conflict, Problem, text } from '@crossdock/kernel/ground'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'

/** The caller's account in the tenant; null for super administrators, to whom the rules do not apply. */
async function ownAccount(): Promise<Account | null> {
  const { userId } = currentContext().actor
  const account = userId ? await accounts.use().find(userId) : null
  return account?.tenantId === currentTenantId() ? account : null
}

/**
 * Checks after the lock that the current rules allow the caller: a concurrent change may have excluded them.
 * @throws Problem 401 for a session and 403 for a token of a person whom the rules exclude
 */
export async function assertNotExcluded(
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
      'The sign-in rules of your organization no longer allow {email}, so you cannot change them. Ask another administrator.',
      { email }
    )
  )
}

const isKnown = async ({ id }: Account): Promise<boolean> =>
  (await providers.use().knownAmong([id])).size > 0

/** @throws Problem 409 if the rules would exclude the caller */
export async function assertOwnAddress({ allowedDomains }: SignInRules): Promise<void> {
  const own = await ownAccount()
  if (!own || isAllowedAddress(own.email, allowedDomains)) return
  throw conflict(
    'E_LOCKED_OUT',
    text(
      'Your own address, {email}, is not in one of these domains, so you could no longer sign in. Add its domain.',
      { email: own.email }
    ),
    'allowedDomains'
  )
}

/**
 * @throws Problem 409 unless the caller has signed in with an enabled provider, and started this session with one
 */
export async function assertOwnProvider(session: BrowserSession | null): Promise<void> {
  const own = await ownAccount()
  if (!own) return
  const isHere = session === null || session.byProvider
  if (isHere && (await isKnown(own))) return
  throw conflict(
    'E_SSO_UNPROVED',
    text(
      'First sign in with an enabled identity provider of your organization. After this change you cannot sign in without one.'
    ),
    'ssoOnly'
  )
}

/** @throws Problem 409 if no active administrator could sign in any more */
export async function assertAdministratorRemains(rules: SignInRules): Promise<void> {
  if (await people.use().isAdministratorLeft(rules)) return
  if (!(await people.use().isAdministratorLeft({ ...rules, ssoOnly: false }))) {
    throw conflict(
      'E_LAST_ADMIN',
      text(
        'No active administrator has an address in these domains, so no one could change the rules again. First make a person with an allowed address an administrator.'
      ),
      'allowedDomains'
    )
  }
  throw conflict(
    'E_SSO_UNPROVED',
    text(
      'No active administrator with an allowed address has signed in with an enabled identity provider. Ask one of them to do so first.'
    ),
    'ssoOnly'
  )
}
