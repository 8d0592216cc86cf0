import { AsyncResource } from 'node:async_hooks'
import { onSeen, type SeenEvent } from '../events/seen.js'
import { tail, type Tail } from '../events/tail.js'
import { perApplication } from '../ground/application.js'

export interface PresentOptions<V> {
  load(): Promise<V>
  /** Whether an event makes the value out of date. What may not hold any more is taken out of it here, at once. */
  outdated(event: SeenEvent, value: V | undefined): boolean
}

interface Kept<V> {
  value: V | undefined
  tail: Tail | undefined
  gaps: number
  /** Counts the events: what was asked for before one may be from before. */
  generation: number
  loading: Promise<void> | undefined
  /** Loads belong to nobody's request and to nobody's transaction. */
  ground: AsyncResource
}

/**
 * Keeps one thing that must be at hand without waiting, in every process as the log says it is. While this process does not
 * hear the log (its session of PostgreSQL is down), or has not read what it was told of, there is none.
 */
export class Present<V> {
  readonly #kept = perApplication(() => this.#begin())

  constructor(private readonly options: PresentOptions<V>) {}

  /** undefined as long as nothing is known for certain; it is asked for then. */
  get(): V | undefined {
    const present = tail.peek()
    if (!present?.current) return undefined
    const kept = this.#kept()
    if (kept.tail !== present || kept.gaps !== present.gaps) kept.value = undefined
    if (kept.value === undefined) void this.#load(kept, present)
    return kept.value
  }

  /** Resolves when what was told until now has been read, or could not be. */
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
      ...{ value: undefined, tail: undefined, gaps: 0, generation: 0 },
      ...{ loading: undefined, ground },
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
