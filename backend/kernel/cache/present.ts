import { AsyncResource } from 'node:async_hooks'
import { onSeen, type SeenEvent } from '../events/seen.js'
import { tail, type Tail } from '../events/tail.js'
import { perApplication } from '../ground/application.js'

export interface PresentOptions<V> {
  load(): Promise<V>
  /** Whether an event invalidates the value. Remove invalid parts from the value here, immediately. */
  outdated(event: SeenEvent, value: V | undefined): boolean
}

interface Kept<V> {
  value: V | undefined
  tail: Tail | undefined
  gaps: number
  /** Number of events: a load that started before the last one may be outdated. */
  generation: number
  loading: Promise<void> | undefined
  /** Async context for loads, which belong to no request and no transaction. */
  ground: AsyncResource
}

/**
 * Keeps one value that must be available without waiting, up to date by the log in every process. There is none
 * while this process does not receive events (its PostgreSQL session is down), or has not reloaded the value
 * after an event.
 */
export class Present<V> {
  readonly #kept = perApplication(() => this.#begin())

  constructor(private readonly options: PresentOptions<V>) {}

  /** undefined while the value is not certain; then it is loaded. */
  get(): V | undefined {
    const present = tail.peek()
    if (!present?.current) return undefined
    const kept = this.#kept()
    if (kept.tail !== present || kept.gaps !== present.gaps) kept.value = undefined
    if (kept.value === undefined) void this.#load(kept, present)
    return kept.value
  }

  /** Resolves when the value has been loaded after the last event, or could not be. */
  async settled(): Promise<void> {
    this.get()
    await this.#kept().loading
  }

  #load(kept: Kept<V>, present: Tail): Promise<void> {
    kept.loading ??= kept.ground
      .runInAsyncScope(() => this.#loadNow(kept, present))
      .catch(() => undefined)
      .finally(() => (kept.loading = undefined))
    return kept.loading
  }

  async #loadNow(kept: Kept<V>, present: Tail): Promise<void> {
    for (;;) {
      const { generation } = kept
      const { gaps } = present
      const value = await this.options.load()
      if (generation !== kept.generation || gaps !== present.gaps) continue
      Object.assign(kept, { value, tail: present, gaps })
      return
    }
  }

  #begin(): Kept<V> {
    const ground = new AsyncResource('crossdock.present')
    const kept: Kept<V> = {
      value: undefined,
      tail: undefined,
      gaps: 0,
      generation: 0,
      loading: undefined,
      ground,
    }
    onSeen((event) => {
      if (!this.options.outdated(event, kept.value)) return
      kept.generation++
      const present = tail.peek()
      if (present?.current) void this.#load(kept, present)
    })
    return kept
  }
}
