import type { IncomingMessage } from 'node:http'
import { peerAddress, readAddress } from '../ground/addresses.js'
import { attached } from '../ground/attached.js'
import { perApplication } from '../ground/application.js'
import { clock } from '../ground/clock.js'
import type { Health } from '../ground/health.js'
import { settings } from '../settings/index.js'

/** Patterns for `Forwarded` (RFC 7239). Separators inside quotes belong to the value. */
const quoted = String.raw`"(?:[^"\\]|\\.)*"`
const elements = new RegExp(`(?:[^,"]|${quoted})+`, 'g')
const pairs = new RegExp(`(?:[^;"]|${quoted})+`, 'g')
const closed = new RegExp(`^(?:[^"]|${quoted})*$`)
const forPair = /^\s*for\s*=(.*)$/is

/** The client address that the proxy in front appended last; null when it wrote none. */
function forwarded({ headers }: IncomingMessage): string | null {
  const given = headers['x-forwarded-for']?.toString()
  if (given !== undefined) return lastOf(given.split(','))
  const standard = headers.forwarded
  // A quote that the client left open could hide the address that the proxy appended.
  if (standard === undefined || !closed.test(standard)) return standard ?? null
  const last = lastOf(standard.match(elements) ?? [])
  const found = last?.match(pairs)?.map((pair) => forPair.exec(pair)?.[1])
  return found?.find((value) => value !== undefined) ?? last
}

const lastOf = (parts: readonly string[]): string | null =>
  parts.map((part) => part.trim()).findLast((part) => part !== '') ?? null

const known = attached<IncomingMessage, string>('client address')

/**
 * The client address of a request. With TRUST_PROXY it is the last address the proxy names, else the
 * connection's own. An unreadable header is ignored and reported.
 * @returns a canonical address; empty when the connection closed before the first read
 */
export function clientAddress(request: IncomingMessage): string {
  return known.of(request) ?? known.attach(request, find(request))
}

function find(request: IncomingMessage): string {
  const reported = settings.use().TRUST_PROXY ? forwarded(request) : null
  const address = reported === null ? null : readAddress(reported)
  if (reported !== null && address === null) report(reported)
  return address ?? peerAddress(request.socket.remoteAddress)
}

/** An unreadable address degrades health for this long, and is logged at most once per this period. */
const reportedMs = 60 * 60_000
const longestShown = 60

interface Unreadable {
  text: string
  at: number
  loggedAt: number
}

type Log = { warn(facts: object, message: string): void }

const state = perApplication<{ logger?: Log; found?: Unreadable }>(() => ({}))

/** Sets the log for unreadable addresses. */
export const reportAddressesTo = (logger: Log): void => {
  state().logger = logger
}

function report(reported: string): void {
  const { found, logger } = state()
  const at = clock.now()
  const isLogged = found !== undefined && at - found.loggedAt < reportedMs
  const text = reported.slice(0, longestShown)
  state().found = { text, at, loggedAt: isLogged ? found.loggedAt : at }
  if (!isLogged) logger?.warn({ address: text }, sentence)
}

const sentence =
  'The proxy sends a client address that cannot be read. All its clients count as one, with the address of the proxy. Configure the proxy to write addresses into X-Forwarded-For.'

/** Health of the proxy's address header: degraded for an hour after an unreadable value. */
export async function checkProxy(): Promise<Health> {
  const { found } = state()
  if (!found || clock.now() - found.at >= reportedMs) return { status: 'ok' }
  return { status: 'degraded', message: `${sentence} The last one: ${JSON.stringify(found.text)}.` }
}
