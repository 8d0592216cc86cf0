import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { attached } from '../ground/attached.js'
import { perApplication } from '../ground/application.js'
import { clock } from '../ground/clock.js'
import type { Health } from '../ground/health.js'
import { settings } from '../settings/index.js'

/** A port, or the hidden one of RFC 7239, section 6.2. */
const port = /:(\d{0,5}|_[\w.-]*)$/
const bracketed = /^\[([^\]]*)\](:.*)?$/
const zone = /%.*$/s

/**
 * Reads the address that a proxy or a socket names.
 * @param text with or without a port, brackets, quotes or a zone: `192.0.2.1:40059`, `"[2001:db8::1]:443"`
 * @returns the canonical text, an IPv4 address where IPv6 maps one; null when there is no address in it
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

/** Parts of `Forwarded` (RFC 7239), where a separator in quotes separates nothing. */
const quoted = String.raw`"(?:[^"\\]|\\.)*"`
const elements = new RegExp(`(?:[^,"]|${quoted})+`, 'g')
const pairs = new RegExp(`(?:[^;"]|${quoted})+`, 'g')
const closed = new RegExp(`^(?:[^"]|${quoted})*$`)
const forPair = /^\s*for\s*=(.*)$/is

/** What the proxy in front wrote last: the client it was called by. Null where it wrote nothing. */
function forwarded({ headers }: IncomingMessage): string | null {
  const given = headers['x-forwarded-for']?.toString()
  if (given !== undefined) return lastOf(given.split(','))
  const standard = headers.forwarded
  // A quote that a client left open could hide what the proxy wrote behind it.
  if (standard === undefined || !closed.test(standard)) return standard ?? null
  const last = lastOf(standard.match(elements) ?? [])
  const found = last?.match(pairs)?.map((pair) => forPair.exec(pair)?.[1])
  return found?.find((value) => value !== undefined) ?? last
}

const lastOf = (parts: readonly string[]): string | null =>
  parts.map((part) => part.trim()).findLast((part) => part !== '') ?? null

const known = attached<IncomingMessage, string>('client address')

/**
 * The address of the client of a request: the last one that the proxy in front names, where TRUST_PROXY is set, else the
 * connection's own. A text of the proxy that cannot be read counts as none, and is reported.
 * @returns a canonical address; empty when the connection was closed before anything asked
 */
export function clientAddress(request: IncomingMessage): string {
  return known.of(request) ?? known.attach(request, find(request))
}

function find(request: IncomingMessage): string {
  const said = settings.use().TRUST_PROXY ? forwarded(request) : null
  const address = said === null ? null : readAddress(said)
  if (said !== null && address === null) report(said)
  return address ?? peerAddress(request.socket.remoteAddress)
}

/** The address at the other end of a connection; empty for one that is closed. */
export const peerAddress = (remoteAddress: string | undefined): string =>
  (remoteAddress && readAddress(remoteAddress)) ?? ''

/** So long an unreadable address is a finding of health; in so long the log has one line. */
const reportedMs = 60 * 60_000
const longestShown = 60

interface Unreadable {
  text: string
  at: number
  loggedAt: number
}

type Log = { warn(facts: object, message: string): void }

const state = perApplication<{ logger?: Log; found?: Unreadable }>(() => ({}))

/** Unreadable addresses are reported to this log. */
export const reportAddressesTo = (logger: Log): void => {
  state().logger = logger
}

function report(said: string): void {
  const { found, logger } = state()
  const at = clock.now()
  const isLogged = found !== undefined && at - found.loggedAt < reportedMs
  const text = said.slice(0, longestShown)
  state().found = { text, at, loggedAt: isLogged ? found.loggedAt : at }
  if (!isLogged) logger?.warn({ address: text }, sentence)
}

const sentence =
  'The proxy names a client by a text that holds no address. Its clients count as one, with the address of the proxy. Make the proxy write addresses into X-Forwarded-For.'

/** Health of what the proxy writes: degraded for an hour after a text that could not be read. */
export async function checkProxy(): Promise<Health> {
  const { found } = state()
  if (!found || clock.now() - found.at >= reportedMs) return { status: 'ok' }
  return { status: 'degraded', message: `${sentence} The last one: ${JSON.stringify(found.text)}.` }
}
