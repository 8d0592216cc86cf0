import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Top-level names that are never public (RFC 6761, 6762, 7686, 8375, 9476). */
const privateTopLevels = new Set([
  'localhost',
  'local',
  'internal',
  'invalid',
  'onion',
  'arpa',
  'alt',
])

/** Characters that end the host in a URL: a name that contains one would be cut there. */
const urlSeparators = /[\s/\\?#@:%[\]]/

/** With `_crossdock-challenge.` before it, a name has at most 253 characters. */
const longest = 253 - '_crossdock-challenge.'.length

/** A public host name in lower case, as in DNS (IDN as punycode); null for an invalid one. */
export function domainName(written: string): string | null {
  if (urlSeparators.test(written.trim())) return null
  const name = domainToASCII(written.trim().replace(/\.$/, '')).toLowerCase()
  if (name === '' || name.length > longest || isIP(name)) return null
  const labels = name.split('.')
  const top = labels.at(-1)!
  if (labels.length < 2 || !labels.every((one) => label.test(one))) return null
  // Names such as `1.2.3` are read as IP addresses.
  return privateTopLevels.has(top) || /^\d+$/.test(top) ? null : name
}

/** Whether a name equals a host or is below it. */
export const isAtOrBelow = (name: string, host: string): boolean =>
  name === host || name.endsWith(`.${host}`)

/** Name of the TXT record with the proof of a domain. */
export const recordName = (domain: string): string => `_crossdock-challenge.${domain}`

/** Required content of that record. */
export const recordValue = (challenge: string): string => `crossdock-verification=${challenge}`

/** Days that a proof may be missing, because a move to another DNS provider may remove the record for a while. */
export const graceDays = 7
