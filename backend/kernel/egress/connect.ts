import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import { domainToASCII } from 'node:url'
import type { AllowedRange } from './addresses.js'
import { EgressRefused } from './errors.js'
import type { Exchange } from './exchange.js'
import type { Guard } from './guard.js'

export interface EgressConnection {
  /** A name or an address. */
  host: string
  port: number
  /** TLS from the first byte, for a certificate of `host`. A protocol that begins in the clear does it by itself. */
  tls?: boolean
  /** One deadline over name lookup, connecting and the handshake. Default 10 000. */
  timeoutMs?: number
  /** The external system that is called: ranges may be open to it alone. */
  systemId?: string
  /** Aborting before the connection stands rejects with the signal's own reason. */
  signal?: AbortSignal
}

/** The host as DNS and certificates know it. @throws EgressRefused for what is none, or no port */
export function checkTarget({ host, port }: Pick<EgressConnection, 'host' | 'port'>): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const name = isIP(bare) === 0 ? domainToASCII(host) : bare
  if (name === '')
    throw new EgressRefused('', 'The host to connect to is not a name or an address.')
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new EgressRefused(name, `${port} is not a port: it is a whole number from 1 to 65535.`)
  }
  return name
}

/** A connected socket to one of the addresses that were checked. */
export async function openSocket(
  { port, tls }: EgressConnection,
  host: string,
  exchange: Exchange,
  guard: Guard,
  open: AllowedRange[]
): Promise<Socket> {
  // Without noDelay a protocol of small messages, as SFTP is, gets a hundredth of the speed.
  const target = { host, port, lookup: guard.lookup(port, open), noDelay: true }
  const socket = tls
    ? connectTls({ ...target, ...servername(host), rejectUnauthorized: true })
    : connectPlain(target)
  // Whoever uses the socket meets its errors; between two users there is nobody.
  socket.on('error', () => {})
  try {
    await exchange.untilStopped(once(socket, tls ? 'secureConnect' : 'connect'))
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Addresses are not sent as a name (RFC 6066, 3); their certificates are checked all the same. */
function servername(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {}
}
