import { domainToASCII, domainToUnicode } from 'node:url'
import { text, type Text } from '@crossdock/kernel/http'

/** A sentence names so many. */
const mostNamed = 5

/** Domains as a tenant's row holds them. */
export const domainsIn = (stored: string | null): string[] =>
  (stored ?? '').split(' ').filter(Boolean)

/** Whether addresses of these domains, and so this one, may be those of people. A domain below one of them is another one. */
export function isAllowedAddress(email: string, allowedDomains: readonly string[]): boolean {
  if (allowedDomains.length === 0) return true
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1))
  return domain !== '' && allowedDomains.includes(domain)
}

/** Ends that addresses of these domains are stored with: as people read them, and as they were kept before there was one form. */
export const endsOfAddresses = (allowedDomains: readonly string[]): string[] => [
  ...new Set(allowedDomains.flatMap((domain) => [`@${domain}`, `@${domainToUnicode(domain)}`])),
]

/** Says of an address that nobody may be added with it. */
export function outsideSentence(email: string, allowedDomains: readonly string[]): Text {
  const named = allowedDomains.slice(0, mostNamed).map((domain) => domainToUnicode(domain))
  const domains = named.join(', ')
  const more = allowedDomains.length - named.length
  return more > 0
    ? text(
        '{email} is none of the addresses this organization allows: they end in {domains} or one of {more} more domains.',
        { email, domains, more }
      )
    : text('{email} is none of the addresses this organization allows: they end in {domains}.', {
        email,
        domains,
      })
}
