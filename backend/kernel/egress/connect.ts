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
  /**
   * TLS from the first byte, with a certificate for `host`. A protocol that starts in plain text upgrades the
   * socket itself.
   */
  tls?: boolean
  /** One deadline over name lookup, connecting and the handshake. Default 10 000. */
  timeoutMs?: number
  /** The external system that is called: some ranges may be allowed for it only. */
  systemId?: string
  /** Aborting before the connection is open rejects with the signal's own reason. */
  signal?: AbortSignal
}

/** The host as DNS and certificates use it. @throws EgressRefused for an invalid host or port */
export function checkTarget({ host, port }: Pick<EgressConnection, 'host' | 'port'>): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const name = isIP(bare) === 0 ? domainToASCII(host) : bare
  if (name === '')
    throw new EgressRefused('', 'The host to connect to is not a name or an address.')
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new EgressRefused(name, `${port} is not a port. Use a whole number from 1 to 65535.`)
  }
  return name
}

/** Opens a socket to one of the checked addresses. */
export async function openSocket(
  { port, tls }: EgressConnection,
  host: string,
  exchange: Exchange,
  guard: Guard,
  open: AllowedRange[]
): Promise<Socket> {
  // Without noDelay a protocol of small messages, such as SFTP, gets a hundredth of the speed.
  const target = { host, port, lookup: guard.lookup(port, open), noDelay: true }
  const socket = tls
    ? connectTls({ ...target, ...servername(host), rejectUnauthorized: true })
    : connectPlain(target)
  // The user of the socket handles errors. Without a user, an error event would end the process.
  socket.on('error', () => {})
  try {
    await exchange.untilStopped(once(socket, tls ? 'secureConnect' : 'connect'))
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Addresses are not sent as a server name (RFC 6066, 3). Their certificates are checked nevertheless. */
function servername(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {}
}
