import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Names that lead nowhere public (RFC 6761, 6762, 7686, 8375, 9476). */
const special = new Set(['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa', 'alt'])

/** What begins or ends a host in an address: what stands before or behind it would be cut off. */
const ofAddresses = /[\s/\\?#@:%[\]]/

/** With `_crossdock-challenge.` before it a name has 253 characters at most. */
const longest = 253 - '_crossdock-challenge.'.length

/** A public host name in lower case and as DNS knows it (IDN as punycode); null for what is none. */
export function domainName(written: string): string | null {
  if (ofAddresses.test(written.trim())) return null
  const name = domainToASCII(written.trim().replace(/\.$/, '')).toLowerCase()
  if (name === '' || name.length > longest || isIP(name)) return null
  const labels = name.split('.')
  const top = labels.at(-1)!
  if (labels.length < 2 || !labels.every((one) => label.test(one))) return null
  // `1.2.3` and the like are read as addresses.
  return special.has(top) || /^\d+$/.test(top) ? null : name
}

/** Whether a name is that of a host, or below it. */
export const isAtOrBelow = (name: string, host: string): boolean =>
  name === host || name.endsWith(`.${host}`)

/** Where the proof of a domain is looked for, as a TXT record. */
export const recordName = (domain: string): string => `_crossdock-challenge.${domain}`

/** What stands there. */
export const recordValue = (challenge: string): string => `crossdock-verification=${challenge}`
