import { conflict, invalid, text, type Problem } from '@crossdock/kernel/ground'
import { originsOf, currentTenantId } from '@crossdock/kernel/tenancy'
import { domainName, isAtOrBelow } from '../domain_name.js'
import { ownerOf } from '../queries/domains.js'

/**
 * Returns a domain in its stored form. A claim gives no rights, so many tenants may claim a domain until one of them
 * verifies it.
 * @throws Problem 422 for a name that is not public or belongs to this installation, 409 for a domain of another
 * tenant
 */
export async function assertClaimable(written: string): Promise<string> {
  const domain = domainName(written)
  if (!domain) {
    throw invalid(
      'customDomain',
      text(
        '"{domain}" is not a public host name. Enter one such as files.example.com, without https:// and without a port.',
        { domain: written }
      ),
      'domain'
    )
  }
  const { hostname } = new URL(originsOf(null)[0])
  if (isAtOrBelow(domain, hostname)) {
    throw invalid(
      'customDomain',
      text('{domain} belongs to this Crossdock itself. Enter your own domain.', { domain }),
      'domain'
    )
  }
  const owner = await ownerOf(domain)
  if (owner && owner.tenantId !== currentTenantId()) throw domainTaken(domain)
  return domain
}

export const domainTaken = (domain: string): Problem =>
  conflict(
    'E_DOMAIN_TAKEN',
    text('{domain} is the domain of another organization of this Crossdock.', { domain }),
    'customDomain'
  )
