import type { Account } from '@crossdock/backend/users'
import { originsOf } from '@crossdock/kernel/tenancy'
import { Problem, text, type Text } from '@crossdock/kernel/ground'

/**
 * Returns why an account may not sign in at this address; null when it may. At an organization's own domain only its
 * people may sign in. The owner of the domain can point it to another server later, which then receives the cookies
 * set there.
 * @param domainOf the subdomain of the organization that owns the domain
 */
export function findDomainRefusal(
  { tenantSubdomain }: Pick<Account, 'tenantSubdomain'>,
  domainOf: string | null
): Text | null {
  if (domainOf === null || domainOf === tenantSubdomain) return null
  return text(
    'Only people of the organization that owns this address can sign in here. Sign in at {address}.',
    { address: originsOf(null)[0] }
  )
}

/** @throws Problem 401 for accounts of another organization or of none */
export function assertAllowedAtDomain(
  account: Pick<Account, 'tenantSubdomain'>,
  domainOf: string | null
): void {
  const why = findDomainRefusal(account, domainOf)
  if (why) throw new Problem(401, 'E_SIGN_IN', why)
}
