/** Runs work on items, up to `most` at a time. */
export async function runConcurrently<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>
): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < items.length) await work(items[next++]!)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, one))
}

/** Runs work that arrives one item at a time, with up to `most` items in progress. */
export class WorkPool {
  readonly #under = new Set<Promise<void>>()
  #failed: { error: unknown } | undefined

  constructor(private readonly most: number) {}

  /**
   * Starts work. Waits only while the maximum is in progress.
   * @throws the error of earlier work
   */
  async add(work: () => Promise<void>): Promise<void> {
    const going = work()
      .catch((error: unknown) => void (this.#failed ??= { error }))
      .finally(() => void this.#under.delete(going))
    this.#under.add(going)
    while (this.#under.size >= this.most) await Promise.race(this.#under)
    if (this.#failed) throw this.#failed.error
  }

  /**
   * Waits for all work.
   * @throws the first error
   */
  async end(): Promise<void> {
    await Promise.all(this.#under)
    if (this.#failed) throw this.#failed.error
  }
}
