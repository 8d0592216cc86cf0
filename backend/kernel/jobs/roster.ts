import type { Attempt } from './attempt.js'

/**
 * What a worker has in hand. Most of it works, and that is bounded; the rest waits for an answer
 * from outside (bounded by `Calls`) or for room to work on with the answer.
 */
export class Roster {
  readonly #attempts = new Map<string, Attempt>()
  readonly #working = new Set<Attempt>()
  /** In the order they came back; each is called once it may work on. */
  readonly #returning = new Map<Attempt, () => void>()
  #emptied: (() => void)[] = []

  /** @param limit how many may work at a time */
  constructor(
    private readonly limit: number,
    private readonly onRoom: () => void
  ) {}

  /** How many more may begin; those that come back from outside go first. */
  get room(): number {
    return this.limit - this.#working.size - this.#returning.size
  }

  add(attempt: Attempt): void {
    this.#attempts.set(attempt.id, attempt)
    this.#working.add(attempt)
  }

  /** The attempt may have been replaced by a newer one of the same job. */
  remove(attempt: Attempt): void {
    if (this.#attempts.get(attempt.id) === attempt) this.#attempts.delete(attempt.id)
    this.#returning.delete(attempt)
    this.leave(attempt)
    if (this.#attempts.size > 0) return
    for (const done of this.#emptied.splice(0)) done()
  }

  /** The attempt waits for somebody else from now on. */
  leave(attempt: Attempt): void {
    this.#working.delete(attempt)
    this.#admit()
    this.onRoom()
  }

  /** Resolves once the attempt may work again. @throws the reason when it is aborted before */
  enter(attempt: Attempt): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const { signal } = attempt
    const stop = () => {
      this.#returning.delete(attempt)
      reject(signal.reason as Error)
    }
    if (signal.aborted) stop()
    else {
      signal.addEventListener('abort', stop, { once: true })
      this.#returning.set(attempt, () => {
        signal.removeEventListener('abort', stop)
        resolve()
      })
      this.#admit()
    }
    return promise
  }

  find(id: string): Attempt | undefined {
    return this.#attempts.get(id)
  }

  all(): Attempt[] {
    return [...this.#attempts.values()]
  }

  /** How many of each tenant work. */
  byTenant(): Map<string, number> {
    const tenants = new Map<string, number>()
    for (const { tenant } of this.#working) tenants.set(tenant, (tenants.get(tenant) ?? 0) + 1)
    return tenants
  }

  /** Resolves once nothing is in hand. */
  empty(): Promise<void> {
    if (this.#attempts.size === 0) return Promise.resolve()
    return new Promise((resolve) => void this.#emptied.push(resolve))
  }

  /** Lets those back in that wait for it, first of the tenant that has the least working. */
  #admit(): void {
    while (this.#returning.size > 0 && this.#working.size < this.limit) {
      const working = this.byTenant()
      const of = ({ tenant }: Attempt) => working.get(tenant) ?? 0
      let next: Attempt | undefined
      for (const attempt of this.#returning.keys()) {
        if (!next || of(attempt) < of(next)) next = attempt
      }
      const go = this.#returning.get(next!)!
      this.#returning.delete(next!)
      this.#working.add(next!)
      go()
    }
  }
}
