import { createHash } from 'node:crypto'
import { getCACertificates, type SecureContextOptions } from 'node:tls'
import { Agent, buildConnector, Pool } from 'undici'
import { rangeText, type AllowedRange } from './addresses.js'
import type { Guard } from './guard.js'
import { portOf, type EgressTls } from './request.js'
import { withoutContinue } from './without_continue.js'

export const CONNECT_TIMEOUT_MS = 10_000
/** As many as there may be calls in total, because external systems of several tenants may share an origin. */
const CONNECTIONS_PER_ORIGIN = 1_000
/** Number of connection pools kept: one for each set of allowed ranges and certificates. */
const MAX_AGENTS = 200

/**
 * Pools of kept-alive connections, keyed by the allowed ranges and the TLS settings. A connection is reused only for a request
 * that could have opened it.
 */
export class Agents {
  readonly #agents = new Map<string, Agent>()

  constructor(private readonly guard: Guard) {}

  for(open: AllowedRange[], tls?: EgressTls): Agent {
    const key = open.map(rangeText).sort().join() + fingerprint(tls)
    const agent = this.#agents.get(key) ?? this.#create(open, tls)
    this.#agents.delete(key)
    this.#agents.set(key, agent)
    if (this.#agents.size > MAX_AGENTS) {
      const [[leastRecent, idle]] = this.#agents as unknown as [[string, Agent]]
      this.#agents.delete(leastRecent)
      // Lets requests in flight finish.
      void idle.close()
    }
    return agent
  }

  /** Ends idle connections and waits for requests in flight. */
  async close(): Promise<void> {
    const agents = [...this.#agents.values()]
    this.#agents.clear()
    await Promise.all(agents.map((agent) => agent.close()))
  }

  #create(open: AllowedRange[], tls: EgressTls | undefined): Agent {
    return new Agent({
      // The request's own deadline covers these two; undici's timers would start at other moments.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
      factory: (origin, poolOptions) =>
        new Pool(origin, {
          ...poolOptions,
          connections: CONNECTIONS_PER_ORIGIN,
          connect: this.#connector(portOf(new URL(origin)), open, tls),
        }),
    })
  }

  #connector(
    port: number,
    open: AllowedRange[],
    tls: EgressTls | undefined
  ): buildConnector.connector {
    const connect = buildConnector({
      ...(tls ? contextOptions(tls) : {}),
      allowH2: false,
      timeout: CONNECT_TIMEOUT_MS,
      autoSelectFamily: true,
      lookup: this.guard.lookup(port, open),
    })
    return (target, done) =>
      connect(target, (...result) =>
        result[1] ? done(null, withoutContinue(result[1])) : done(...result)
      )
  }
}

const fingerprint = (tls: EgressTls | undefined): string =>
  tls ? ` ${createHash('sha256').update(JSON.stringify(tls)).digest('base64url')}` : ''

/** The TLS options of Node. Public authorities stay trusted next to the given ones. */
export function contextOptions({
  certificate,
  privateKey,
  passphrase,
  authorities,
}: EgressTls): SecureContextOptions {
  return {
    ...(certificate ? { cert: certificate } : {}),
    ...(privateKey ? { key: privateKey } : {}),
    ...(passphrase ? { passphrase } : {}),
    ...(authorities ? { ca: [...getCACertificates('default'), authorities] } : {}),
  }
}
