/** A value to which React components subscribe with useSyncExternalStore. */
export class Observable<T extends object> {
  #listeners = new Set<() => void>()
  #value: T
  constructor(value: T) {
    this.#value = value
  }
  get = (): T => this.#value
  set(change: Partial<T>) {
    this.#value = { ...this.#value, ...change }
    for (const listener of this.#listeners) listener()
  }
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
