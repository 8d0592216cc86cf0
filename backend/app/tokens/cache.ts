import type { Identity } from '@crossdock/kernel/http'
import type { TokenCache } from './contracts/index.js'

/** A token is checked against the database at least this often. */
const freshMs = 3_000
/** Bounds the memory; the oldest entries make room. */
const maxEntries = 10_000

interface Entry {
  identity: Identity
  /** Fresh until then, or until the token itself expires. */
  until: number
}

/** Identities by token hash. A lookup in flight is shared by all requests that wait for it. */
export class IdentityCache implements TokenCache {
  readonly #entries = new Map<string, Entry>()
  readonly #lookups = new Map<string, Promise<Found | null>>()
  #generation = 0

  /** The identity behind a token; asks `find` when what is known is not fresh. */
  async get(hash: string, find: (hash: string) => Promise<Found | null>): Promise<Identity | null> {
    const entry = this.#entries.get(hash)
    if (entry && entry.until > Date.now()) return entry.identity
    const running = this.#lookups.get(hash)
    if (running) return (await running)?.identity ?? null
    const generation = this.#generation
    const lookup = find(hash).finally(() => this.#lookups.delete(hash))
    this.#lookups.set(hash, lookup)
    const found = await lookup
    if (generation === this.#generation) this.#keep(hash, found)
    return found?.identity ?? null
  }

  forget({ tokenId, userId, tenantId }: Parameters<TokenCache['forget']>[0]): void {
    // What is being looked up right now may predate the change.
    this.#generation++
    for (const [hash, { identity }] of this.#entries) {
      const fits =
        identity.actor.id === tokenId ||
        identity.userId === userId ||
        (tenantId !== undefined && identity.tenantId === tenantId)
      if (fits) this.#entries.delete(hash)
    }
  }

  #keep(hash: string, found: Found | null): void {
    this.#entries.delete(hash)
    if (!found) return
    this.#entries.set(hash, {
      identity: found.identity,
      until: Math.min(Date.now() + freshMs, found.expiresAt ?? Infinity),
    })
    if (this.#entries.size <= maxEntries) return
    const [oldest] = this.#entries.keys()
    if (oldest) this.#entries.delete(oldest)
  }
}

export interface Found {
  identity: Identity
  expiresAt: number | null
}
