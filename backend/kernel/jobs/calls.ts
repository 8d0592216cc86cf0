/** Limits for claims, by free call slots. */
export interface FreeCalls {
  /** No call slot is free. */
  none: boolean
  /** Tenants that use their share of the slots. */
  without: string[]
  /** Slots per target, and what is left for lanes with calls in flight. */
  perLane: number
  left: [lane: string, calls: number][]
}

/**
 * Call slots of this process: each call in flight costs a socket and the memory of one attempt. A target gets a
 * fixed number. A tenant may use as many as are still free: one alone up to half, several busy ones equal
 * parts, and some always remain for the next tenant.
 */
export class Calls {
  #total = 0
  readonly #tenants = new Map<string, number>()
  readonly #lanes = new Map<string, number>()

  constructor(
    private readonly most: number,
    private readonly perTarget: number,
    private readonly onRoom: () => void
  ) {}

  /** Takes a slot for a call of this lane; false when there is none. */
  take(tenant: string, lane: string): boolean {
    if (!this.isFree(tenant, lane)) return false
    this.#total++
    add(this.#tenants, tenant, 1)
    add(this.#lanes, lane, 1)
    return true
  }

  /** Whether `take` would succeed. */
  isFree(tenant: string, lane: string): boolean {
    return !this.#isFull(lane) && !this.#hasShare(tenant)
  }

  release(tenant: string, lane: string): void {
    this.#total--
    add(this.#tenants, tenant, -1)
    add(this.#lanes, lane, -1)
    this.onRoom()
  }

  free(): FreeCalls {
    return {
      none: this.#total >= this.most,
      without: [...this.#tenants.keys()].filter((tenant) => this.#hasShare(tenant)),
      perLane: this.perTarget,
      left: [...this.#lanes].map(([lane, count]) => [lane, this.perTarget - count]),
    }
  }

  #isFull(lane: string): boolean {
    return (this.#lanes.get(lane) ?? 0) >= this.perTarget
  }

  #hasShare(tenant: string): boolean {
    return (this.#tenants.get(tenant) ?? 0) >= this.most - this.#total
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
