import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { currentApplication, inApplication } from '../ground/application.js'
import { clock } from '../ground/clock.js'
import { defaultBounds, type Bounds } from './bounds.js'
import { boundConnections } from './crowd.js'
import { cameTo, LiveStreams } from './live/streams.js'
import { asksForWebSocket, passUpgrades } from './live/upgrade.js'
import { requests } from '../ground/happenings.js'
import { Pace } from './pace.js'
import { settings } from '../settings/index.js'
import { watchRequest } from './watch_request.js'

const acceptableId = /^[\w-]{1,64}$/

/** So long a server that closes waits for who is connected and has sent nothing. */
const silentMs = 1_000
/** A connection on which nothing at all moves is dropped. */
const stalledMs = 120_000
/** The head of a request is complete within this time. */
const headersMs = 30_000
/**
 * How long a connection of a proxy is kept after its last answer: longer than proxies keep theirs (Caddy two minutes,
 * nginx one), or a request could be sent on one that ends in the same moment, and would fail.
 */
const proxyKeepAliveMs = 150_000

/**
 * The server every request comes through, before AdonisJS sees it: bounds connections and how
 * slowly they may be. A request id that is not a short word is left out, so that a new one is made:
 * it stands in answers and logs.
 */
export function createHttpServer(handle: RequestListener, bounds: Partial<Bounds> = {}): Server {
  const bounded = { ...defaultBounds, ...bounds }
  // Uploads take as long as they take, as long as they move; `Pace` sees to that.
  const server = createServer({
    requestTimeout: 0,
    headersTimeout: headersMs,
    connectionsCheckingInterval: 5_000,
    shouldUpgradeCallback: asksForWebSocket,
  })
  stayInApplication(server)
  server.timeout = stalledMs
  if (settings.use().TRUST_PROXY) server.keepAliveTimeout = proxyKeepAliveMs
  boundConnections(server, bounded)
  const pace = new Pace(server, bounded)
  passUpgrades(server)
  const streams = new LiveStreams(bounded)
  endOnClose(server, streams)
  return server.on('request', (request, response) => {
    const id = request.headers['x-request-id']
    if (typeof id === 'string' && !acceptableId.test(id)) delete request.headers['x-request-id']
    pace.watch(request, response)
    cameTo(streams, request)
    if (requests.hasSubscribers) watchRequest(request, response, handle)
    else handle(request, response)
  })
}

/** Whatever happens at a server (connections, requests, upgrades, timeouts) runs in its application. */
function stayInApplication(server: Server): void {
  const application = currentApplication()
  const emit = server.emit.bind(server) as (...happening: unknown[]) => boolean
  server.emit = (...happening: unknown[]) => inApplication(application, () => emit(...happening))
}

/**
 * Closing waits for everybody to leave, and nobody leaves a feed or a channel by themselves, nor a connection on which
 * nothing was sent: browsers open some in advance.
 */
function endOnClose(server: Server, streams: LiveStreams): void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const endSilent = () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  const close = server.close.bind(server)
  server.close = (closed) => {
    // First of all: whoever connects until it has happened is cut off.
    close(closed)
    streams.leave()
    // Behind a look at the connections: what came while the process was busy is not read yet.
    clock.after(silentMs, () => setImmediate(endSilent)).unref()
    return server
  }
}
