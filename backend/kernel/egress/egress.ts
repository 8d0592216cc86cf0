import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { clock } from '../ground/clock.js'
import { calls, watched, type CallHappening } from '../ground/happenings.js'
import { service } from '../ground/service.js'
import type { AllowedRange } from './addresses.js'
import { Agents, CONNECT_TIMEOUT_MS } from './agents.js'
import { readBody, refuseAnnounced, tooLarge } from './body.js'
import { checkTarget, openSocket, type EgressConnection } from './connect.js'
import { ContentError, ContentTooLarge } from './content_error.js'
import { EgressUnreachable, EgressUnreadable, translateBeforeAnswer } from './errors.js'
import { Exchange } from './exchange.js'
import { Guard, type EgressOptions } from './guard.js'
import { checkRequest, hostOf, portOf, targetOf, type EgressCall } from './request.js'
import { saidNothing, streamBody } from './stream_body.js'
import { acceptedCodings, unpack } from './unpack.js'

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_RESPONSE_BYTES = 10 * 1024 * 1024
const DEFAULT_STREAM_TIMEOUT_MS = 60 * 60_000
const DEFAULT_IDLE_MS = 30_000

export interface EgressRequest extends EgressCall {
  /** One deadline over name lookup, connecting, headers and body. Default 30 000. */
  timeoutMs?: number
  /** Limits the body both as sent and as unpacked. Default 10 MiB. */
  maxResponseBytes?: number
}

export interface EgressResponse {
  status: number
  /**
   * Names in lower case; a repeated header is joined with a comma and a space. The headers about the coding and
   * length of a compressed body are removed.
   */
  headers: Record<string, string>
  /** The body after decompression. `readContent` parses it. */
  body: Buffer
  durationMs: number
}

export interface EgressStreamRequest extends EgressCall {
  /** Maximum size of the body. One byte more aborts the stream. */
  maxBytes: number
  /** One deadline for everything up to the last byte. Default: one hour. */
  timeoutMs?: number
  /** Longest wait for the headers, and for a byte to be sent or read. Default 30 000. */
  idleMs?: number
}

export interface EgressStream extends Pick<EgressResponse, 'status' | 'headers'> {
  /**
   * The bytes as sent: compressed only if the request itself accepts a content coding. Fails with an
   * `EgressError`, also when bytes are missing at the end.
   */
  body: Readable
}

/**
 * All outgoing traffic of Crossdock. A name is resolved here, every address is checked, and the connection goes
 * to exactly those addresses. So a second DNS answer cannot redirect it. HTTP redirects are not followed.
 */
export class Egress {
  readonly #guard: Guard
  readonly #agents: Agents
  readonly #streams = new Set<Exchange>()
  readonly #sockets = new Set<Socket>()

  constructor(options: EgressOptions = {}) {
    this.#guard = new Guard(options)
    this.#agents = new Agents(this.#guard)
  }

  /** Sends one request and reads the whole answer, or throws an `EgressError`. */
  request(request: EgressRequest): Promise<EgressResponse> {
    return watched(
      calls,
      () => happeningOf('request', request),
      (about) => withStatus(about, this.#request(withTrace(request, about)))
    )
  }

  async #request(request: EgressRequest): Promise<EgressResponse> {
    const { url, open } = await this.#checked(request)
    const startedAt = performance.now()
    const exchange = new Exchange(url.host, request, request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    try {
      const accepting = withHeader(request, 'accept-encoding', acceptedCodings)
      const answer = await this.#send(url, accepting, exchange, open)
      const maxBytes = request.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES
      const packed = {
        status: answer.statusCode,
        headers: joinHeaders(answer.headers),
        body: await readBody(answer, maxBytes, url.host, request.method),
      }
      const unpacked = await unpackAnswer(packed, maxBytes, url.host)
      return { ...unpacked, durationMs: Math.round(performance.now() - startedAt) }
    } catch (error) {
      throw exchange.explain(error)
    } finally {
      exchange.end()
    }
  }

  /**
   * Sends one request and returns the answer's body as a stream, for bodies too large for memory. The peer is
   * read as fast as the stream. Read it to its end or destroy it; an unread stream is closed after `idleMs`.
   * @throws EgressError
   */
  stream(request: EgressStreamRequest): Promise<EgressStream> {
    return watched(
      calls,
      () => happeningOf('stream', request),
      (about) => withStatus(about, this.#stream(withTrace(request, about)))
    )
  }

  async #stream(request: EgressStreamRequest): Promise<EgressStream> {
    const { url, open } = await this.#checked(request)
    const { host } = url
    const { method, maxBytes, idleMs = DEFAULT_IDLE_MS } = request
    const exchange = new Exchange(host, request, request.timeoutMs ?? DEFAULT_STREAM_TIMEOUT_MS)
    const silent = clock.after(idleMs, () => exchange.stop(saidNothing(host, idleMs)))
    try {
      const accepting = withHeader(request, 'accept-encoding', 'identity')
      const answer = await this.#send(url, accepting, exchange, open)
      // Destroying the body emits an error that the exception already reports.
      answer.body.on('error', () => {})
      refuseAnnounced(answer, maxBytes, host, method)
      this.#streams.add(exchange)
      const body = streamBody(answer, exchange, { maxBytes, idleMs })
      body.once('close', () => this.#streams.delete(exchange))
      return { status: answer.statusCode, headers: joinHeaders(answer.headers), body }
    } catch (error) {
      exchange.end()
      throw exchange.explain(error)
    } finally {
      silent.stop()
    }
  }

  /**
   * Connects a socket for protocols other than HTTP. The caller limits the conversation and closes the socket.
   * @throws EgressError
   */
  connect(connection: EgressConnection): Promise<Socket> {
    return watched(
      calls,
      () => happeningOf('connect', connection),
      () => this.#connect(connection)
    )
  }

  async #connect(connection: EgressConnection): Promise<Socket> {
    const { port, systemId, timeoutMs = CONNECT_TIMEOUT_MS } = connection
    const host = checkTarget(connection)
    const open = await this.#guard.openTo(systemId)
    this.#guard.checkLiteral(host, port, open)
    const exchange = new Exchange(`${host}:${port}`, connection, timeoutMs)
    try {
      const socket = await openSocket(connection, host, exchange, this.#guard, open)
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      return socket
    } catch (error) {
      throw exchange.explain(error)
    } finally {
      exchange.end()
    }
  }

  /** Whether an address leads only to this machine or to ranges that the operator allowed for the tenant. */
  async isOpened(url: URL): Promise<boolean> {
    const open = await this.#guard.openTo(undefined)
    return this.#guard.isOpened(hostOf(url), portOf(url), open)
  }

  /** Ends streams, sockets and idle connections, and waits for requests in flight. */
  async close(): Promise<void> {
    for (const exchange of this.#streams) {
      exchange.stop(new EgressUnreachable(exchange.host, 'Crossdock is stopping', 'ECANCELED'))
    }
    for (const socket of this.#sockets) socket.destroy()
    await this.#agents.close()
  }

  async #checked(request: EgressCall): Promise<{ url: URL; open: AllowedRange[] }> {
    const url = checkRequest(request)
    const open = await this.#guard.openTo(request.systemId)
    this.#guard.checkLiteral(hostOf(url), portOf(url), open)
    return { url, open }
  }

  #send(
    url: URL,
    { method, url: address, headers = {}, tls }: EgressCall,
    exchange: Exchange,
    open: AllowedRange[]
  ): Promise<Dispatcher.ResponseData> {
    const answer = this.#agents.for(open, tls).request({
      origin: url.origin,
      path: targetOf(url, address),
      method: method.toUpperCase() as 'GET',
      headers,
      body: exchange.content as Readable | undefined,
      signal: exchange.signal,
    })
    const failed = (error: unknown) => {
      throw translateBeforeAnswer(error, exchange.host)
    }
    return exchange.untilStopped(answer.catch(failed))
  }
}

function happeningOf(
  kind: CallHappening['kind'],
  { method = '', systemId }: { method?: string; systemId?: string | undefined }
): CallHappening {
  return { kind, method: method.toUpperCase(), systemId }
}

/** Adds the trace position to the request, unless the request sets its own. */
function withTrace<R extends EgressCall>(request: R, about: CallHappening | undefined): R {
  const traceparent = about?.traceparent
  return traceparent ? withHeader(request, 'traceparent', traceparent) : request
}

/** Adds a header, unless the request sets that header itself. */
function withHeader<R extends EgressCall>(request: R, name: string, value: string): R {
  const { headers = {} } = request
  const isSet = Object.keys(headers).some((one) => one.toLowerCase() === name)
  return isSet ? request : { ...request, headers: { ...headers, [name]: value } }
}

/** @throws EgressUnreadable, EgressTooLarge */
async function unpackAnswer<A extends Omit<EgressResponse, 'durationMs'>>(
  answer: A,
  maxBytes: number,
  host: string
): Promise<A> {
  try {
    return await unpack(answer, maxBytes)
  } catch (error) {
    if (error instanceof ContentTooLarge)
      throw tooLarge(host, maxBytes, `more than ${maxBytes} bytes, once they are unpacked`)
    if (!(error instanceof ContentError)) throw error
    throw new EgressUnreadable(host, answer, error.message, error.isDamaged)
  }
}

async function withStatus<A extends { status: number }>(
  about: CallHappening | undefined,
  answer: Promise<A>
): Promise<A> {
  const given = await answer
  if (about) about.status = given.status
  return given
}

/** The egress of this process: all outgoing traffic goes through it. */
export const egress = service<Egress>('kernel.egress')

function joinHeaders(headers: Record<string, string | string[] | undefined>) {
  const joined: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return joined
}
