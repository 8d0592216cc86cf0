import type { Attempt } from './attempt.js'

/**
 * The running jobs of a worker. Most of them use one of the worker's slots, whose number is limited. The
 * others wait for an answer from outside (limited by `Calls`), or for a free slot to continue after that
 * answer.
 */
export class Roster {
  readonly #attempts = new Map<string, Attempt>()
  readonly #working = new Set<Attempt>()
  /** Attempts whose answer has arrived, in that order. Each callback runs once the attempt may continue. */
  readonly #returning = new Map<Attempt, () => void>()
  #emptied: (() => void)[] = []

  /** @param limit how many may work at a time */
  constructor(
    private readonly limit: number,
    private readonly onRoom: () => void
  ) {}

  /** Returns how many more jobs may begin. Attempts that wait to continue come first. */
  get room(): number {
    return this.limit - this.#working.size - this.#returning.size
  }

  add(attempt: Attempt): void {
    this.#attempts.set(attempt.id, attempt)
    this.#working.add(attempt)
  }

  /** A newer attempt of the same job may have replaced it. */
  remove(attempt: Attempt): void {
    if (this.#attempts.get(attempt.id) === attempt) this.#attempts.delete(attempt.id)
    this.#returning.delete(attempt)
    this.leave(attempt)
    if (this.#attempts.size > 0) return
    for (const done of this.#emptied.splice(0)) done()
  }

  /** The attempt waits for an outside answer from now on. */
  leave(attempt: Attempt): void {
    this.#working.delete(attempt)
    this.#admit()
    this.onRoom()
  }

  /** Resolves once the attempt may work again. @throws the reason when it is aborted first */
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

  /** Number of working attempts per tenant. */
  byTenant(): Map<string, number> {
    const tenants = new Map<string, number>()
    for (const { tenant } of this.#working) tenants.set(tenant, (tenants.get(tenant) ?? 0) + 1)
    return tenants
  }

  /** Resolves once no attempt is left. */
  empty(): Promise<void> {
    if (this.#attempts.size === 0) return Promise.resolve()
    return new Promise((resolve) => void this.#emptied.push(resolve))
  }

  /** Readmits returning attempts, first those of the tenant with the fewest working. */
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
