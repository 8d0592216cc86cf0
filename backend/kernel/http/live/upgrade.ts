import { ServerResponse, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'

interface Upgrade {
  socket: Socket
  /** What came behind the request already. */
  head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** The connection of a WebSocket handshake; undefined for any other request. */
export const upgradeOf = (request: IncomingMessage): Upgrade | undefined => upgrades.get(request)

/** Which requests ask for a WebSocket; any other wish to upgrade is ignored, as HTTP allows. */
export const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Lets handshakes pass as the requests they are: the same bounds, routes, stages and refusals. Node
 * hands over the bare connection; it gets a response, which a channel leaves alone.
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
