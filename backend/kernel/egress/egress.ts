import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, Pool } from 'undici'
import { service } from '../plugin/service.js'
import { parseAllowList, refusalOf, type AllowedRange } from './addresses.js'
import { EgressRefused, EgressTimeout, EgressUnreachable, translateError } from './errors.js'
import { checkRequest } from './request.js'
import { readBody } from './body.js'

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_RESPONSE_BYTES = 10 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 10_000
/** As many as the workers make calls: systems of several tenants may share an origin. */
const CONNECTIONS_PER_ORIGIN = 1_000

export interface EgressRequest {
  method: string
  url: string
  headers?: Record<string, string>
  /** A stream is sent as it is read; give `content-length` when its size is known. */
  body?: string | Uint8Array | Readable | AsyncIterable<Uint8Array>
  /** One deadline over name lookup, connecting, headers and body. Default 30 000. */
  timeoutMs?: number
  /** Default 10 MiB. */
  maxResponseBytes?: number
  /** Aborting rejects with the signal's own reason. */
  signal?: AbortSignal
}

export interface EgressResponse {
  status: number
  /** Names in lower case; a repeated header is joined with a comma and a space. */
  headers: Record<string, string>
  body: Buffer
  durationMs: number
}

/** Every address a name has. Throws like `dns.lookup` when it has none. */
export type Resolver = (hostname: string) => Promise<string[]>

export interface EgressOptions {
  /** The entries of `EGRESS_ALLOW`: addresses open besides the public ones. */
  allow?: string[]
  resolve?: Resolver
}

const resolveBySystem: Resolver = async (hostname) => {
  const answers = await systemLookup(hostname, { all: true, verbatim: true })
  return answers.map((answer) => answer.address)
}

/**
 * All outgoing HTTP of Crossdock. A name is resolved here, every address it has is checked, and the
 * connection is made to exactly those addresses, so a second DNS answer cannot lead elsewhere.
 * Redirects are answers like any other and are not followed.
 */
export class Egress {
  readonly #allowed: AllowedRange[]
  readonly #resolve: Resolver
  readonly #agent: Agent

  constructor(options: EgressOptions = {}) {
    this.#allowed = parseAllowList(options.allow ?? [])
    this.#resolve = options.resolve ?? resolveBySystem
    this.#agent = new Agent({
      // The request's own deadline covers these two; undici's would count from other moments.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
      factory: (origin, poolOptions) =>
        new Pool(origin, {
          ...poolOptions,
          connections: CONNECTIONS_PER_ORIGIN,
          connectTimeout: CONNECT_TIMEOUT_MS,
          connect: { lookup: this.#guardedLookup(portOf(new URL(origin))) },
          autoSelectFamily: true,
        }),
    })
  }

  /** Sends one request and reads the whole answer, or throws an `EgressError`. */
  async request(request: EgressRequest): Promise<EgressResponse> {
    const url = checkRequest(request)
    this.#checkLiteral(url)
    request.signal?.throwIfAborted()

    const startedAt = performance.now()
    const timeoutMs = request.timeoutMs ?? DEFAULT_TIMEOUT_MS
    const controller = new AbortController()
    const body = watchSource(request.body)
    let timedOut = false
    const deadline = setTimeout(() => {
      timedOut = true
      controller.abort()
    }, timeoutMs)
    const onAbort = () => controller.abort()
    request.signal?.addEventListener('abort', onAbort, { once: true })

    try {
      const answer = await untilAborted(
        controller.signal,
        this.#agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method.toUpperCase() as 'GET',
          headers: request.headers ?? {},
          body: body.content as Readable | undefined,
          signal: controller.signal,
        })
      )
      const maxBytes = request.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES
      return {
        status: answer.statusCode,
        headers: joinHeaders(answer.headers),
        body: await readBody(answer, maxBytes, url.host, request.method),
        durationMs: Math.round(performance.now() - startedAt),
      }
    } catch (error) {
      if (timedOut) throw new EgressTimeout(url.host, timeoutMs)
      request.signal?.throwIfAborted()
      if (body.failure) throw body.failure.error
      throw translateError(error, url.host)
    } finally {
      clearTimeout(deadline)
      request.signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Ends idle connections and waits for requests in flight. */
  async close(): Promise<void> {
    await this.#agent.close()
  }

  /** Node connects to an address literal without a lookup, so it is checked here. */
  #checkLiteral(url: URL): void {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0) this.#checkAddress(host, host, portOf(url))
  }

  #checkAddress(hostname: string, address: string, port: number): void {
    const reason = refusalOf(address, port, this.#allowed)
    if (reason === null) return
    const found = address === hostname ? 'it is' : `it resolves to ${address},`
    const prefix = address.includes(':') ? 128 : 32
    throw new EgressRefused(
      hostname,
      `Crossdock may not call ${hostname}: ${found} ${reason}. If this system is meant to be reached, the operator adds ${address}/${prefix} or ${address}/${prefix}:${port} to EGRESS_ALLOW.`,
      address
    )
  }

  #guardedLookup(port: number): LookupFunction {
    return (hostname, options, callback) => {
      this.#lookup(hostname, port).then(
        (found) => {
          const usable = options.family
            ? found.filter((answer) => answer.family === Number(options.family))
            : found
          const first = usable[0]
          if (options.all) callback(null, usable)
          else if (first) callback(null, first.address, first.family)
          else callback(new EgressUnreachable(hostname, 'it has no address', 'ENODATA'), '', 4)
        },
        (error: Error) => callback(error, '', 4)
      )
    }
  }

  /** Every answer counts: a name with one forbidden address is refused whole. */
  async #lookup(hostname: string, port: number) {
    const addresses = await this.#resolve(hostname)
    if (addresses.length === 0) {
      throw new EgressUnreachable(hostname, 'the name has no address in DNS', 'ENODATA')
    }
    for (const address of addresses) this.#checkAddress(hostname, address, port)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
}

/** The one door of this process. */
export const egress = service<Egress>('kernel.egress')

/** undici notices an abort only once a connection stands; the caller must not wait for that. */
function untilAborted<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([answer, aborted])
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}

function joinHeaders(headers: Record<string, string | string[] | undefined>) {
  const joined: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return joined
}

/** Tells a failure of the caller's own stream (a missing file, say) from one of the network. */
function watchSource(source: EgressRequest['body']) {
  const watched: { content: unknown; failure?: { error: unknown } } = { content: source }
  if (source === undefined || typeof source === 'string' || source instanceof Uint8Array) {
    return watched
  }
  watched.content = (async function* () {
    try {
      yield* source as AsyncIterable<Uint8Array>
    } catch (error) {
      watched.failure = { error }
      throw error
    }
  })()
  return watched
}
