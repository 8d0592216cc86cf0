import { Agent, Pool } from 'undici'
import { rangeText, type AllowedRange } from './addresses.js'
import type { Guard } from './guard.js'
import { portOf } from './request.js'

export const CONNECT_TIMEOUT_MS = 10_000
/** As many as the workers make calls: systems of several tenants may share an origin. */
const CONNECTIONS_PER_ORIGIN = 1_000
/** Sets of opened ranges that connections are kept for. */
const MAX_AGENTS = 200

/** Kept HTTP connections, by what is open besides: one is used again only where it could have been made. */
export class Agents {
  readonly #agents = new Map<string, Agent>()

  constructor(private readonly guard: Guard) {}

  for(open: AllowedRange[]): Agent {
    const key = open.map(rangeText).sort().join()
    const agent = this.#agents.get(key) ?? this.#create(open)
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

  #create(open: AllowedRange[]): Agent {
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
          connect: { lookup: this.guard.lookup(portOf(new URL(origin)), open) },
          autoSelectFamily: true,
        }),
    })
  }
}
