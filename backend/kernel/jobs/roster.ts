import type { Attempt } from './attempt.js'

/** What a worker has running, and how much of it belongs to whom. */
export class Roster {
  readonly #attempts = new Map<string, Attempt>()
  #emptied: (() => void)[] = []

  get size(): number {
    return this.#attempts.size
  }

  add(attempt: Attempt): void {
    this.#attempts.set(attempt.id, attempt)
  }

  /** The attempt may have been replaced by a newer one of the same job. */
  remove(attempt: Attempt): void {
    if (this.#attempts.get(attempt.id) === attempt) this.#attempts.delete(attempt.id)
    if (this.size > 0) return
    for (const done of this.#emptied.splice(0)) done()
  }

  find(id: string): Attempt | undefined {
    return this.#attempts.get(id)
  }

  all(): Attempt[] {
    return [...this.#attempts.values()]
  }

  /** Running jobs by lane. */
  lanes(): Map<string, number> {
    const lanes = new Map<string, number>()
    for (const { row } of this.#attempts.values()) {
      lanes.set(row.lane, (lanes.get(row.lane) ?? 0) + 1)
    }
    return lanes
  }

  /** Resolves once nothing runs. */
  empty(): Promise<void> {
    if (this.size === 0) return Promise.resolve()
    return new Promise((resolve) => void this.#emptied.push(resolve))
  }
}
