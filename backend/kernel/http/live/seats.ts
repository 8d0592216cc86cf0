import { Problem } from '../../ground/problem.js'
import { text, type Text } from '../../ground/text.js'
import type { Bounds } from '../bounds.js'
import type { Call } from '../call.js'
import { clientKey } from '../limits.js'

/** Counts the open streams of each caller, of each tenant and of all. */
export class Seats {
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor(private readonly bounds: Bounds) {}

  /** @throws Problem 429 for a caller or a tenant with too many, 503 when there are too many in all */
  assertFree(call: Call): void {
    const { streams, streamsPerTenant, streamsPerCaller } = this.bounds
    const [caller, tenant] = keysOf(call)
    if (this.#count(caller) >= streamsPerCaller) {
      throw tooMany(
        429,
        text(
          'You have {most} live streams open, which is all one may have. Close some and try again.',
          { most: streamsPerCaller }
        )
      )
    }
    if (tenant && this.#count(tenant) >= streamsPerTenant) {
      throw tooMany(
        429,
        text(
          'Your organization has {most} live streams open, the most it may. Close some and try again.',
          { most: streamsPerTenant }
        )
      )
    }
    if (this.#all >= streams) {
      throw tooMany(
        503,
        text('The server has all the live streams it can hold. Close some and try again.')
      )
    }
  }

  /** Counts one, until the returned function is called. */
  take(call: Call): () => void {
    const keys = keysOf(call).filter((key) => key !== undefined)
    this.#all++
    for (const key of keys) this.#taken.set(key, this.#count(key) + 1)
    return () => {
      this.#all--
      for (const key of keys) {
        const left = this.#count(key) - 1
        if (left > 0) this.#taken.set(key, left)
        else this.#taken.delete(key)
      }
    }
  }

  #count(key: string | undefined): number {
    return (key !== undefined && this.#taken.get(key)) || 0
  }
}

function keysOf({ identity, http }: Call): [caller: string, tenant: string | undefined] {
  if (!identity) return [`ip ${clientKey(http.request.ip())}`, undefined]
  const { credential, tenantId } = identity
  return [`${credential.type} ${credential.id}`, tenantId ? `tenant ${tenantId}` : undefined]
}

const tooMany = (status: 429 | 503, message: Text) =>
  new Problem(status, 'E_TOO_MANY_STREAMS', message, {
    headers: { 'retry-after': '10' },
  })
