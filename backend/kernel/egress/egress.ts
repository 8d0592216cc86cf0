import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, Pool } from 'undici'
import { service } from '../plugin/service.js'
import { peekContext } from '../tenancy/context.js'
import { parseAllowList, rangeText, refusalOf, type AllowedRange } from './addresses.js'
import { EgressRefused, EgressTimeout, EgressUnreachable, translateError } from './errors.js'
import { checkRequest } from './request.js'
import { readBody } from './body.js'

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_RESPONSE_BYTES = 10 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 10_000
/** As many as the workers make calls: systems of several tenants may share an origin. */
const CONNECTIONS_PER_ORIGIN = 1_000
/** Sets of opened ranges that connections are kept for. */
const MAX_AGENTS = 200

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
  /** The external system that is called: ranges may be open to it alone. */
  systemId?: string
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
  /** The entries of `EGRESS_ALLOW`: open to every tenant besides the public addresses. */
  allow?: string[]
  resolve?: Resolver
  /** What is open to a tenant, or to one of its systems, besides. */
  granted?: (tenantId: string, systemId: string | null) => Promise<AllowedRange[]>
  /** Told what callers are not: where a refused name leads. For the operator's log. */
  onRefusal?: (refusal: EgressRefusal) => void
}

/** A call that was not made, in full. */
export interface EgressRefusal {
  tenantId: string | null
  host: string
  address: string
  port: number
  /** e.g. `a private address` */
  reason: string
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
  readonly #granted: NonNullable<EgressOptions['granted']>
  readonly #onRefusal: EgressOptions['onRefusal']
  /** By what is open besides: a connection is used again only where it could have been made. */
  readonly #agents = new Map<string, Agent>()

  constructor(options: EgressOptions = {}) {
    this.#allowed = parseAllowList(options.allow ?? [])
    this.#resolve = options.resolve ?? resolveBySystem
    this.#granted = options.granted ?? (async () => [])
    this.#onRefusal = options.onRefusal
  }

  /** Sends one request and reads the whole answer, or throws an `EgressError`. */
  async request(request: EgressRequest): Promise<EgressResponse> {
    const url = checkRequest(request)
    const open = await this.#openTo(request.systemId)
    this.#checkLiteral(url, open)
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
        this.#agentFor(open).request({
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
    const agents = [...this.#agents.values()]
    this.#agents.clear()
    await Promise.all(agents.map((agent) => agent.close()))
  }

  /** What the tenant of the context may reach besides public addresses, for this system. */
  async #openTo(systemId: string | undefined): Promise<AllowedRange[]> {
    const tenantId = peekContext()?.tenantId
    if (!tenantId) return this.#allowed
    return [...this.#allowed, ...(await this.#granted(tenantId, systemId ?? null))]
  }

  #agentFor(open: AllowedRange[]): Agent {
    const key = open.map(rangeText).sort().join()
    const agent = this.#agents.get(key) ?? this.#createAgent(open)
    this.#agents.delete(key)
    this.#agents.set(key, agent)
    if (this.#agents.size > MAX_AGENTS) {
      const [[longestUnused, idle]] = this.#agents as unknown as [[string, Agent]]
      this.#agents.delete(longestUnused)
      // Waits for requests in flight.
      void idle.close()
    }
    return agent
  }

  #createAgent(open: AllowedRange[]): Agent {
    return new Agent({
      // The request's own deadline covers these two; undici's would count from other moments.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
      factory: (origin, poolOptions) =>
        new Pool(origin, {
          ...poolOptions,
          connections: CONNECTIONS_PER_ORIGIN,
          connectTimeout: CONNECT_TIMEOUT_MS,
          connect: { lookup: this.#guardedLookup(portOf(new URL(origin)), open) },
          autoSelectFamily: true,
        }),
    })
  }

  /** Node connects to an address literal without a lookup, so it is checked here. */
  #checkLiteral(url: URL, open: AllowedRange[]): void {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0) this.#checkAddress(host, host, portOf(url), open)
  }

  #checkAddress(hostname: string, address: string, port: number, open: AllowedRange[]): void {
    const reason = refusalOf(address, port, open)
    if (reason === null) return
    const tenantId = peekContext()?.tenantId ?? null
    this.#onRefusal?.({ tenantId, host: hostname, address, port, reason })
    throw new EgressRefused(
      hostname,
      `${hostname} is not reachable from here: it is in a private range the operator has not opened.`
    )
  }

  #guardedLookup(port: number, open: AllowedRange[]): LookupFunction {
    return (hostname, options, callback) => {
      this.#lookup(hostname, port, open).then(
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
  async #lookup(hostname: string, port: number, open: AllowedRange[]) {
    const addresses = await this.#resolve(hostname)
    if (addresses.length === 0) {
      throw new EgressUnreachable(hostname, 'the name has no address in DNS', 'ENODATA')
    }
    for (const address of addresses) this.#checkAddress(hostname, address, port, open)
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
