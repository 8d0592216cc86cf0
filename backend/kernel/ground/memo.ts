import { clock } from './clock.js'
export interface MemoOptions<V> {
  /** Maximum number of entries; the oldest are dropped. */
  size?: number
  /** Until when an answer is valid, in ms since the epoch; expired answers are not kept. */
  until(value: V): number
}

/** Recent answers by key. Callers share a running load. */
export class Memo<V> {
  readonly #entries = new Map<string, { value: V; until: number }>()
  readonly #loads = new Map<string, Promise<V>>()
  readonly #size: number
  /** Counts the calls of `drop`. A load that started before one of them may be outdated. */
  #generation = 0

  constructor(private readonly options: MemoOptions<V>) {
    this.#size = options.size ?? 10_000
  }

  /** A valid cached value, without waiting; for very frequent reads. */
  kept(key: string): V | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > clock.now() ? entry.value : undefined
  }

  async get(key: string, load: (key: string) => Promise<V>): Promise<V> {
    const entry = this.#entries.get(key)
    if (entry && entry.until > clock.now()) return entry.value
    const running = this.#loads.get(key)
    if (running) return running
    const generation = this.#generation
    const loading = load(key)
    this.#loads.set(key, loading)
    try {
      const value = await loading
      if (generation === this.#generation) this.#keep(key, value)
      return value
    } finally {
      if (this.#loads.get(key) === loading) this.#loads.delete(key)
    }
  }

  /** Drops matching entries. Running loads are neither kept nor shared any more. */
  drop(fits: (value: V, key: string) => boolean): void {
    this.#generation++
    this.#loads.clear()
    for (const [key, { value }] of this.#entries) if (fits(value, key)) this.#entries.delete(key)
  }

  #keep(key: string, value: V): void {
    this.#entries.delete(key)
    const until = this.options.until(value)
    if (until <= clock.now()) return
    this.#entries.set(key, { value, until })
    if (this.#entries.size <= this.#size) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
