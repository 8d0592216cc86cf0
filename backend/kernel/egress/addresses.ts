import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

export interface AllowedRange {
  network: Address
  prefix: number
  port?: number
}

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Addresses inside public ranges that answer with a cloud host's own data. */
const HOST_SERVICES = new Set(['168.63.129.16'])

const RANGE_WORDS: Record<string, string> = {
  unspecified: 'the unspecified address',
  loopback: 'a loopback address',
  private: 'a private address',
  uniqueLocal: 'a unique-local address',
  linkLocal: 'a link-local address',
  deprecatedSiteLocal: 'a site-local address',
  carrierGradeNat: 'a carrier-grade NAT address',
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
  ipv4Mapped: 'an IPv4-mapped address',
  hostService: "an address of the cloud host's own services",
}

/**
 * Reads the entries of `EGRESS_ALLOW`: CIDRs or single addresses; an entry may end in `:port`
 * (`10.0.0.0/8`, `127.0.0.1/32:4010`, `fd00::/8:443`; an IPv6 entry needs its prefix to carry a port).
 */
export function parseAllowList(entries: string[]): AllowedRange[] {
  return entries.map((entry) => {
    const range = parseRange(entry)
    if (range) return range
    throw new Error(
      `EGRESS_ALLOW holds "${entry}", which is not a CIDR. Write entries such as 10.0.0.0/8 or 127.0.0.1/32:4010, separated by commas.`
    )
  })
}

/** Parses one entry as `parseAllowList` does; null for an invalid one. */
export function parseRange(entry: string): AllowedRange | null {
  const match = /^([0-9a-f.:]+?)(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/i.exec(entry)
  // Without a prefix the colons of an IPv6 address cannot be distinguished from one before a port.
  const bareV6 = ipaddr.IPv6.isValid(entry)
  const host = bareV6 ? entry : match?.[1]
  if (!host || !isExactAddress(host)) return null

  const network = ipaddr.parse(host)
  const widest = network.kind() === 'ipv4' ? 32 : 128
  const prefix = bareV6 || match?.[2] === undefined ? widest : Number(match[2])
  const port = bareV6 || match?.[3] === undefined ? undefined : Number(match[3])
  if (prefix > widest || (port !== undefined && (port < 1 || port > 65535))) {
    return null
  }
  return port === undefined ? { network, prefix } : { network, prefix, port }
}

function isExactAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

/** Returns the same text for the same range, however the range was written. */
export function rangeText({ network, prefix, port }: AllowedRange): string {
  return `${network.toString()}/${prefix}${port === undefined ? '' : `:${port}`}`
}

/**
 * Says in words why an address must not be called, or null when it may: public unicast addresses and ranges
 * that the operator allowed. Any address not known to be public is refused.
 */
export function refusalOf(address: string, port: number, allowed: AllowedRange[]): string | null {
  if (!isExactAddress(address)) return 'something that is not an IP address'
  const parsed = ipaddr.parse(address)
  if (allowed.some((range) => covers(range, parsed, port))) return null
  const range = HOST_SERVICES.has(parsed.toString()) ? 'hostService' : parsed.range()
  const isPublic = range === 'unicast' && (isV4(parsed) || parsed.match(GLOBAL_UNICAST_V6))
  return isPublic ? null : (RANGE_WORDS[range] ?? 'an address reserved for special use')
}

/** Whether an address is this machine's own, or in a range that the operator allowed. */
export function isOpened(address: string, port: number, allowed: AllowedRange[]): boolean {
  if (!isExactAddress(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'loopback' || allowed.some((range) => covers(range, parsed, port))
}

function covers(range: AllowedRange, address: Address, port: number): boolean {
  if (range.port !== undefined && range.port !== port) return false
  if (isV4(range.network)) return isV4(address) && address.match(range.network, range.prefix)
  return !isV4(address) && address.match(range.network, range.prefix)
}

function isV4(address: Address): address is ipaddr.IPv4 {
  return address.kind() === 'ipv4'
}
