/** What may be begun at present, because a call could be made. */
export interface FreeCalls {
  /** No call at all is free. */
  none: boolean
  /** Tenants that have their share of the calls. */
  without: string[]
  /** What the target of a lane bears, and what is left of it where calls are in flight. */
  perLane: number
  left: [lane: string, calls: number][]
}

/**
 * The calls of this process that are in flight: each costs a socket and the memory of one try. A
 * target gets a fixed number. A tenant may have as many as are still free: alone up to half of them,
 * several with much in flight equal parts, and there is always something left for the next one.
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

  /** Takes a place for one call of this lane; false when there is none. */
  take(tenant: string, lane: string): boolean {
    if (!this.isFree(tenant, lane)) return false
    this.#total++
    add(this.#tenants, tenant, 1)
    add(this.#lanes, lane, 1)
    return true
  }

  /** Whether `take` would give one. */
  isFree(tenant: string, lane: string): boolean {
    return !this.#isFull(lane) && !this.#hasShare(tenant)
  }

  give(tenant: string, lane: string): void {
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
