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
  /** Bounds the body as it is sent and as it is unpacked. Default 10 MiB. */
  maxResponseBytes?: number
}

export interface EgressResponse {
  status: number
  /**
   * Names in lower case; a repeated header is joined with a comma and a space. Without the content coding and the length
   * of a body that came packed.
   */
  headers: Record<string, string>
  /** Unpacked. `readContent` makes a value of it. */
  body: Buffer
  durationMs: number
}

export interface EgressStreamRequest extends EgressCall {
  /** Most bytes of the body; one more breaks the stream off. */
  maxBytes: number
  /** One deadline over everything up to the last byte. Default an hour. */
  timeoutMs?: number
  /** Longest wait for the headers, and for a byte to be sent or to be read. Default 30 000. */
  idleMs?: number
}

export interface EgressStream extends Pick<EgressResponse, 'status' | 'headers'> {
  /**
   * As it was sent: packed only when the request itself accepts a content coding. It fails with an `EgressError`, also when
   * bytes are missing at its end.
   */
  body: Readable
}

/**
 * All that goes out of Crossdock. A name is resolved here, every address it has is checked, and the
 * connection is made to exactly those addresses, so a second DNS answer cannot lead elsewhere.
 * Redirects are answers like any other and are not followed.
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
      (about) => told(about, this.#request(handedOn(request, about)))
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
   * Sends one request and gives the answer's body as a stream, for what is too large to hold: the other side is read
   * as fast as the stream is. Read it to its end or destroy it; one that nobody reads is closed after `idleMs`.
   * @throws EgressError
   */
  stream(request: EgressStreamRequest): Promise<EgressStream> {
    return watched(
      calls,
      () => happeningOf('stream', request),
      (about) => told(about, this.#stream(handedOn(request, about)))
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
      // Destroying it makes it report an error that is already told by the exception.
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
   * Connects a socket for protocols other than HTTP; the caller bounds what is said over it, and closes it.
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

  /** Whether an address leads to this machine, or to ranges that the operator opened to the tenant, and nowhere else. */
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

/** The request with its place in a trace, unless it names one itself. */
function handedOn<R extends EgressCall>(request: R, about: CallHappening | undefined): R {
  const traceparent = about?.traceparent
  return traceparent ? withHeader(request, 'traceparent', traceparent) : request
}

/** The request with a header of ours, unless it sets that one itself. */
function withHeader<R extends EgressCall>(request: R, name: string, value: string): R {
  const { headers = {} } = request
  const says = Object.keys(headers).some((one) => one.toLowerCase() === name)
  return says ? request : { ...request, headers: { ...headers, [name]: value } }
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

async function told<A extends { status: number }>(
  about: CallHappening | undefined,
  answer: Promise<A>
): Promise<A> {
  const given = await answer
  if (about) about.status = given.status
  return given
}

/** The one door of this process. */
export const egress = service<Egress>('kernel.egress')

function joinHeaders(headers: Record<string, string | string[] | undefined>) {
  const joined: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return joined
}
