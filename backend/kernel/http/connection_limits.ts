import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'
import { perApplication } from '../ground/application.js'
import { settings } from '../settings/index.js'
import { peerAddress, clientKey } from '../ground/addresses.js'
import { defaultBounds, type Bounds } from './bounds.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { securityLog } from '../ground/security_log.js'
import { whenClosed } from '../ground/when_closed.js'

/** Counts open connections or requests per client. */
class Places {
  readonly #taken = new Map<string, number>()
  most = defaultBounds.perClient

  /** Returns false when the client is at its limit. */
  take(key: string): boolean {
    const taken = this.#taken.get(key) ?? 0
    if (taken >= this.most) return false
    this.#taken.set(key, taken + 1)
    return true
  }

  leave(key: string): void {
    const left = (this.#taken.get(key) ?? 1) - 1
    if (left > 0) this.#taken.set(key, left)
    else this.#taken.delete(key)
  }
}

const sentence = 'Too many connections from this address. Close some and try again.\n'
const refusal =
  'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 10\r\n' +
  `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${sentence.length}\r\n\r\n${sentence}`

/**
 * Limits open connections, in total and per client. Behind a proxy, every connection belongs to the proxy, so
 * the concurrent requests of each client are counted instead (`takePlace`).
 */
export function boundConnections(server: Server, { connections, perClient }: Bounds): void {
  server.maxConnections = connections
  server.on('drop', (drop) => {
    logRefusal('E_SERVER_FULL', peerAddress(drop?.remoteAddress))
    // Makes room for the next connection.
    server.closeIdleConnections()
  })
  requests().most = perClient
  if (settings.use().TRUST_PROXY) return
  const places = new Places()
  places.most = perClient
  server.prependListener('connection', (socket: Socket) => {
    const ip = peerAddress(socket.remoteAddress)
    const key = clientKey(ip)
    if (places.take(key)) return void socket.once('close', () => places.leave(key))
    logRefusal('E_TOO_MANY_CONNECTIONS', ip)
    socket.end(refusal, () => socket.destroy())
  })
}

function logRefusal(code: string, ip = ''): void {
  securityLog()?.refused({ event: 'bounds', code, request: { ip } })
}

const requests = perApplication(() => new Places())

/** Counts a proxied request until it is answered. @throws Problem 429 */
export function takePlace({ request }: HttpContext): void {
  if (!settings.use().TRUST_PROXY) return
  const key = clientKey(request.ip())
  const places = requests()
  if (!places.take(key)) {
    throw new Problem(
      429,
      'E_TOO_MANY_REQUESTS',
      text('Too many requests at a time from this address. Try again in a moment.'),
      { headers: { 'retry-after': '10' } }
    )
  }
  whenClosed(request.response, () => places.leave(key))
}
