/** A lock that is granted in the order of the requests. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when the lock is granted, with a function that releases it. */
  async lock(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = promise
    await before
    return resolve
  }
}
