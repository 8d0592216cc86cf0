import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A port, or the hidden one of RFC 7239, section 6.2. */
const port = /:(\d{0,5}|_[\w.-]*)$/
const bracketed = /^\[([^\]]*)\](:.*)?$/
const zone = /%.*$/s

/**
 * Parses the address that a proxy or a socket reports.
 * @param text with or without a port, brackets, quotes or a zone: `192.0.2.1:40059`, `"[2001:db8::1]:443"`
 * @returns the canonical text, IPv4 for IPv4-mapped IPv6; null when the text holds no address
 */
export function readAddress(text: string): string | null {
  const unquoted = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
  const inside = bracketed.exec(unquoted)
  if (inside) return port.test(inside[2] ?? ':') ? canonical(inside[1]!) : null
  return canonical(unquoted) ?? canonical(unquoted.replace(port, ''))
}

function canonical(text: string): string | null {
  const plain = text.includes(':') ? text.replace(zone, '') : text
  return isIP(plain) === 0 ? null : ipaddr.process(plain).toString()
}

/** The address at the other end of a connection; empty when the connection is closed. */
export const peerAddress = (remoteAddress: string | undefined): string =>
  (remoteAddress && readAddress(remoteAddress)) ?? ''

/** The well-known NAT64 prefix (RFC 6052). An IPv4 address follows it, so all clients of a NAT64 share a /64. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The key for a client's limits: its IPv4 address, or the /64 of its IPv6 address. */
export function clientKey(ip: string): string {
  const plain = readAddress(ip)
  // Text that is not an address is its own key, so that different clients share no limit.
  if (plain === null) return ip.slice(0, 100)
  const address = ipaddr.parse(plain)
  if (address.kind() === 'ipv4') return address.toString()
  const { parts } = address as ipaddr.IPv6
  if (address.match(nat64)) return new ipaddr.IPv4(address.toByteArray().slice(12)).toString()
  return parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}
