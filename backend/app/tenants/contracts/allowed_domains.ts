import { domainToASCII, domainToUnicode } from 'node:url'
import { text, type Text } from '@crossdock/kernel/ground'

/** Maximum number of domains in a message. */
const maxNamed = 5

/** Parses the stored form of domains. */
export const domainsIn = (stored: string | null): string[] =>
  (stored ?? '').split(' ').filter(Boolean)

/** Whether addresses may have this email's domain. Subdomains of an allowed domain do not count. */
export function isAllowedAddress(email: string, allowedDomains: readonly string[]): boolean {
  if (allowedDomains.length === 0) return true
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1))
  return domain !== '' && allowedDomains.includes(domain)
}

/** All suffixes of stored addresses for these domains: the Unicode form, and the ASCII form of older rows. */
export const addressSuffixes = (allowedDomains: readonly string[]): string[] => [
  ...new Set(allowedDomains.flatMap((domain) => [`@${domain}`, `@${domainToUnicode(domain)}`])),
]

/** The message for an address that the organization does not allow. */
export function disallowedAddressText(email: string, allowedDomains: readonly string[]): Text {
  const named = allowedDomains.slice(0, maxNamed).map((domain) => domainToUnicode(domain))
  const domains = named.join(', ')
  const more = allowedDomains.length - named.length
  return more > 0
    ? text(
        'This organization does not allow {email}. Use an address that ends in {domains} or one of {more} more domains.',
        { email, domains, more }
      )
    : text('This organization does not allow {email}. Use an address that ends in {domains}.', {
        email,
        domains,
      })
}
