import type { Account } from '@crossdock/backend/users'
import { originsOf, Problem, text, type Text } from '@crossdock/kernel/http'

/**
 * Why somebody may not be signed in where they are; null when they may. At a domain of its own an organization's people are
 * signed in, and nobody else: whoever owns the name can have it lead elsewhere tomorrow, and gets the cookies that were set there.
 * @param domainOf the subdomain of the organization whose own domain it is
 */
export function strangerAt(
  { tenantSubdomain }: Pick<Account, 'tenantSubdomain'>,
  domainOf: string | null
): Text | null {
  if (domainOf === null || domainOf === tenantSubdomain) return null
  return text(
    'At this address people of its own organization sign in, and nobody else. Sign in at {address}.',
    { address: originsOf(null)[0] }
  )
}

/** @throws Problem 401 for who is of another organization, or of none */
export function assertNoStranger(
  account: Pick<Account, 'tenantSubdomain'>,
  domainOf: string | null
): void {
  const why = strangerAt(account, domainOf)
  if (why) throw new Problem(401, 'E_SIGN_IN', why)
}
