import { Problem } from '../../ground/problem.js'
import { text, type Text } from '../../ground/text.js'
import type { Bounds } from '../bounds.js'
import type { Call } from '../call.js'
import { clientKey } from '../../ground/addresses.js'

/** Counts open streams per caller, per person, per tenant and in total. */
export class Seats {
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor(private readonly bounds: Bounds) {}

  /** @throws Problem 429 for a caller or tenant at its limit, 503 when the server is full */
  assertFree(call: Call): void {
    const { streams, streamsPerTenant, streamsPerPerson, streamsPerCaller } = this.bounds
    const { caller, person, tenant } = keysOf(call)
    if (this.#count(caller) >= streamsPerCaller) throw tooManyOfOne(streamsPerCaller)
    // A person can create many tokens. Counted separately, they could take all seats of the tenant.
    if (this.#count(person) >= streamsPerPerson) throw tooManyOfOne(streamsPerPerson)
    if (this.#count(tenant) >= streamsPerTenant) {
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

  /** Counts a stream until the returned function is called. */
  take(call: Call): () => void {
    const keys = Object.values(keysOf(call))
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

interface Keys {
  caller: string
  person?: string
  tenant?: string
}

function keysOf({ identity, http }: Call): Keys {
  if (!identity) return { caller: `ip ${clientKey(http.request.ip())}` }
  const { credential, userId, tenantId, ownRoutes } = identity
  const caller = `${credential.type} ${credential.id}`
  // The environment limits the number of agents, so they use no other quota.
  if (ownRoutes) return { caller }
  return {
    caller,
    ...(userId && { person: `person ${userId}` }),
    ...(tenantId && { tenant: `tenant ${tenantId}` }),
  }
}

const tooManyOfOne = (most: number) =>
  tooMany(
    429,
    text(
      'You have {most} live streams open, which is all one may have. Close some and try again.',
      { most }
    )
  )

const tooMany = (status: 429 | 503, message: Text) =>
  new Problem(status, 'E_TOO_MANY_STREAMS', message, {
    headers: { 'retry-after': '10' },
  })
