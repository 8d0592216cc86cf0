import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { currentApplication, inApplication } from '../ground/application.js'
import { attached } from '../ground/attached.js'
import { clock } from '../ground/clock.js'
import { defaultBounds, type Bounds } from './bounds.js'
import { boundConnections } from './crowd.js'
import { cameTo, LiveStreams } from './live/streams.js'
import { asksForWebSocket, passUpgrades } from './live/upgrade.js'
import { requests } from '../ground/happenings.js'
import { Pace } from './pace.js'
import { settings } from '../settings/index.js'
import { watchRequest } from './watch_request.js'
import { whenClosed } from './when_closed.js'

/** Within this time a client that asks all the time has had an answer that ends its connection. */
const toldMs = 300
/** What is idle then is looked for this often. */
const idleSweepMs = 100

const acceptableId = /^[\w-]{1,64}$/

/** So long a server that closes waits for who is connected and has sent nothing. */
const silentMs = 1_000
/** A connection on which nothing at all moves is dropped. */
const stalledMs = 120_000
/** The head of a request is complete within this time. */
const headersMs = 30_000
/**
 * How long a connection is kept after its last answer. A client reuses one that was idle for seconds, and a request that
 * meets its end fails. The kept ones of a client are bounded (`perClient`), and idle ones make room when the server is full.
 */
const keepAliveMs = 65_000
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
  const perClient = settings.use().CONNECTIONS_PER_ADDRESS
  // One office leaves room for others.
  const connections = Math.max(defaultBounds.connections, 2 * perClient)
  const bounded = { ...defaultBounds, perClient, connections, ...bounds }
  // Uploads take as long as they take, as long as they move; `Pace` sees to that.
  const server = createServer({
    requestTimeout: 0,
    headersTimeout: headersMs,
    connectionsCheckingInterval: 5_000,
    shouldUpgradeCallback: asksForWebSocket,
  })
  stayInApplication(server)
  server.timeout = stalledMs
  server.keepAliveTimeout = settings.use().TRUST_PROXY ? proxyKeepAliveMs : keepAliveMs
  boundConnections(server, bounded)
  const pace = new Pace(server, bounded)
  passUpgrades(server)
  const streams = new LiveStreams(bounded)
  endOnClose(server, streams)
  keepNoneAtTheEnd(server)
  return server.on('request', (request, response) => {
    const id = request.headers['x-request-id']
    if (typeof id === 'string' && !acceptableId.test(id)) delete request.headers['x-request-id']
    pace.watch(request, response)
    cameTo(streams, request)
    if (requests.hasSubscribers) watchRequest(request, response, handle)
    else handle(request, response)
  })
}

interface Ending {
  /** Nothing is kept from here on. */
  begin(): void
}

const endings = attached<Server, Ending>('how its connections end')

/**
 * From now on each answer closes its connection, and so does a pause without a request: a server that stops waits for no
 * idle connection. A client that sends one request after another gets its closing answer before that pause is over.
 */
export function endKeptConnections(server: Server): void {
  endings.of(server)?.begin()
}

function keepNoneAtTheEnd(server: Server): void {
  const answering = new Set<ServerResponse>()
  let isEnding = false
  let mayEndIdle = true
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (isEnding) response.shouldKeepAlive = false
    answering.add(response)
    whenClosed(response, () => answering.delete(response))
  })
  const endIdle = server.closeIdleConnections.bind(server)
  // Node does so when a server closes.
  server.closeIdleConnections = () => {
    if (mayEndIdle) endIdle()
  }
  const begin = () => {
    if (isEnding) return
    isEnding = true
    for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
    const sweep = clock.every(idleSweepMs, () => server.closeIdleConnections()).unref()
    server.once('close', () => sweep.stop())
  }
  endings.attach(server, {
    begin() {
      mayEndIdle = false
      clock.after(toldMs, () => (mayEndIdle = true)).unref()
      begin()
    },
  })
  const close = server.close.bind(server)
  server.close = (closed) => {
    begin()
    return close(closed)
  }
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
