/** Headers by name, ignoring case; the last value wins. */
export class HeaderMap {
  readonly #entries = new Map<string, [name: string, value: string]>()

  constructor(initial: Record<string, string> = {}) {
    for (const [name, value] of Object.entries(initial)) this.set(name, value)
  }

  get(name: string): string | undefined {
    return this.#entries.get(name.toLowerCase())?.[1]
  }

  set(name: string, value: string): void {
    this.#entries.set(name.toLowerCase(), [name, value])
  }

  toObject(): Record<string, string> {
    return Object.fromEntries(this.#entries.values())
  }
}
