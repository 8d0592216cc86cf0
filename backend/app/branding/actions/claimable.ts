import { conflict, invalid, originsOf, text, type Problem } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { domainName, isAtOrBelow } from '../domain_name.js'
import { ownerOf } from '../queries/domains.js'

/**
 * A domain as it is kept. Claiming gives nothing, so many may claim the same one until somebody proves it.
 * @throws Problem 422 for what is no public host name or one of ours, 409 for one that is another's
 */
export async function claimable(written: string): Promise<string> {
  const domain = domainName(written)
  if (!domain) {
    throw invalid(
      'customDomain',
      text(
        '"{domain}" is no public host name. Give one such as files.example.com, without https:// and without a port.',
        { domain: written }
      ),
      'domain'
    )
  }
  const { hostname } = new URL(originsOf(null)[0])
  if (isAtOrBelow(domain, hostname)) {
    throw invalid(
      'customDomain',
      text('{domain} belongs to this Crossdock itself. Give a domain of your own.', { domain }),
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
