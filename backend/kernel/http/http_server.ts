import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { currentApplication, inApplication } from '../ground/application.js'
import { attached } from '../ground/attached.js'
import { clock } from '../ground/clock.js'
import { defaultBounds, type Bounds } from './bounds.js'
import { boundConnections } from './connection_limits.js'
import { noteServer, LiveStreams } from './live/streams.js'
import { asksForWebSocket, passUpgrades } from './live/upgrade.js'
import { requests } from '../ground/happenings.js'
import { Pace } from './pace.js'
import { settings } from '../settings/index.js'
import { watchRequest } from './watch_request.js'
import { whenClosed } from '../ground/when_closed.js'

/** Within this time, every active client has received an answer that closes its connection. */
const lastAnswerMs = 300
/** Interval between sweeps for idle connections. */
const idleSweepMs = 100

const acceptableId = /^[\w-]{1,64}$/

/** Grace period on close for clients that are connected but have sent nothing. */
const silentMs = 1_000
/** A connection without any traffic for this long is dropped. */
const stalledMs = 120_000
/** Time limit for complete request headers. */
const headersMs = 30_000
/**
 * How long an idle connection is kept. Clients reuse connections after seconds, and a request that meets the
 * close fails. Kept connections per client are limited (`perClient`), and idle ones are closed when the server
 * is full.
 */
const keepAliveMs = 65_000
/**
 * How long an idle proxy connection is kept. It must outlast the proxy's own limit (Caddy two minutes, nginx
 * one), else a request could meet the close and fail.
 */
const proxyKeepAliveMs = 150_000

/**
 * The HTTP server in front of AdonisJS: limits the number of connections and ends slow ones. It removes an
 * unsuitable request id, so that a new one is generated for answers and logs.
 */
export function createHttpServer(handle: RequestListener, bounds: Partial<Bounds> = {}): Server {
  const perClient = settings.use().CONNECTIONS_PER_ADDRESS
  // A single office must not use up all connections.
  const connections = Math.max(defaultBounds.connections, 2 * perClient)
  const bounded = { ...defaultBounds, perClient, connections, ...bounds }
  // Uploads have no total time limit as long as data moves; `Pace` checks that.
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
    noteServer(streams, request)
    if (requests.hasSubscribers) watchRequest(request, response, handle)
    else handle(request, response)
  })
}

interface Ending {
  /** From here on, no connection is kept alive. */
  begin(): void
}

const endings = attached<Server, Ending>('how its connections end')

/**
 * Makes each answer close its connection, and closes idle connections after a pause. A client that keeps
 * sending requests gets its closing answer before that pause ends.
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
  // Node calls this when a server closes.
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
      clock.after(lastAnswerMs, () => (mayEndIdle = true)).unref()
      begin()
    },
  })
  const close = server.close.bind(server)
  server.close = (closed) => {
    begin()
    return close(closed)
  }
}

/** Runs all server events (connections, requests, upgrades, timeouts) in the server's application. */
function stayInApplication(server: Server): void {
  const application = currentApplication()
  const emit = server.emit.bind(server) as (...args: unknown[]) => boolean
  server.emit = (...args: unknown[]) => inApplication(application, () => emit(...args))
}

/**
 * On close, ends feeds and channels, which clients never leave by themselves, and connections that sent
 * nothing: browsers open some in advance.
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
    // Close first, so that later connections are refused.
    close(closed)
    streams.leave()
    // Wait one turn: data that arrived while the process was busy is not read yet.
    clock.after(silentMs, () => setImmediate(endSilent)).unref()
    return server
  }
}
