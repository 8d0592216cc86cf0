import { clock } from './clock.js'
export interface MemoOptions<V> {
  /** Most entries kept; the oldest make room. */
  size?: number
  /** Until when an answer may be used, in ms since the epoch; what is over already is not kept. */
  until(value: V): number
}

/** What was asked for lately, by key. A load in flight is shared by all who wait for it. */
export class Memo<V> {
  readonly #entries = new Map<string, { value: V; until: number }>()
  readonly #loads = new Map<string, Promise<V>>()
  readonly #size: number
  /** Counts what was dropped: an answer asked for before may be from before. */
  #generation = 0

  constructor(private readonly options: MemoOptions<V>) {
    this.#size = options.size ?? 10_000
  }

  /** What is kept and may be used; for what is asked so often that waiting for it would count. */
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

  /** Drops the entries that fit. What is being loaded right now is neither kept nor shared any more. */
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
