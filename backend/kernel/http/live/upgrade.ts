import { ServerResponse, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'

interface Upgrade {
  socket: Socket
  /** Bytes that arrived after the request. */
  head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** The connection of a WebSocket handshake; undefined for any other request. */
export const upgradeOf = (request: IncomingMessage): Upgrade | undefined => upgrades.get(request)

/** Whether a request asks for a WebSocket; other upgrade requests are ignored, as HTTP allows. */
export const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Handles handshakes like requests: with the same limits, routes, stages and refusals. Node passes the bare
 * connection; it gets a response object, which a channel does not use.
 */
export function passUpgrades(server: Server): void {
  server.on('upgrade', (request, connection, head) => {
    const socket = connection as Socket
    socket.on('error', () => undefined)
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    socket.on('drain', () => response.emit('drain'))
    response.once('finish', () => socket.end(() => socket.destroy()))
    upgrades.set(request, { socket, head })
    server.emit('request', request, response)
  })
}
