import { createHash } from 'node:crypto'
import { getCACertificates, type SecureContextOptions } from 'node:tls'
import { Agent, buildConnector, Pool } from 'undici'
import { rangeText, type AllowedRange } from './addresses.js'
import type { Guard } from './guard.js'
import { portOf, type EgressTls } from './request.js'
import { withoutContinue } from './without_continue.js'

export const CONNECT_TIMEOUT_MS = 10_000
/** As many as the workers make calls: systems of several tenants may share an origin. */
const CONNECTIONS_PER_ORIGIN = 1_000
/** Sets of opened ranges, and of certificates, that connections are kept for. */
const MAX_AGENTS = 200

/**
 * Kept HTTP connections, by what is open besides and what TLS shows: one is used again only where it
 * could have been made.
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
      const [[longestUnused, idle]] = this.#agents as unknown as [[string, Agent]]
      this.#agents.delete(longestUnused)
      // Waits for requests in flight.
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
      // The request's own deadline covers these two; undici's would count from other moments.
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
      connect(target, (...made) => (made[1] ? done(null, withoutContinue(made[1])) : done(...made)))
  }
}

const fingerprint = (tls: EgressTls | undefined): string =>
  tls ? ` ${createHash('sha256').update(JSON.stringify(tls)).digest('base64url')}` : ''

/** As Node takes it. Public issuers stay trusted beside those that are given. */
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
