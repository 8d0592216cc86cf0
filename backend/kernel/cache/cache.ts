import { onSeen, type SeenEvent } from '../events/seen.js'
import { tail, type Tail } from '../events/tail.js'
import { peekContext } from '../ground/context.js'
import { Memo, type MemoOptions } from '../ground/memo.js'

export interface CacheOptions<V> extends MemoOptions<V> {
  load(key: string): Promise<V>
  /** Which entries an event makes out of date; undefined when it concerns none. */
  drop(event: SeenEvent): ((value: V, key: string) => boolean) | undefined
}

/**
 * Keeps what is asked for all the time and hardly ever changes: identities, roles, configuration.
 * Entries are dropped by events of the log, in every process. While this process does not hear the
 * log (its session of PostgreSQL is down), nothing is kept and nothing kept is used.
 */
export class Cache<V> {
  #memo: Memo<V>
  /** What was kept while following this tail, without a gap. */
  #tail: Tail | undefined
  #gaps = 0

  constructor(private readonly options: CacheOptions<V>) {
    this.#memo = new Memo(options)
    onSeen((event) => {
      const fits = options.drop(event)
      if (fits) this.#memo.drop(fits)
    })
  }

  get(key: string): Promise<V> {
    const present = tail.peek()
    // What a transaction reads may never be committed.
    if (!present?.current || peekContext()?.trx) return this.options.load(key)
    if (present !== this.#tail || present.gaps !== this.#gaps) {
      this.#memo = new Memo(this.options)
      this.#tail = present
      this.#gaps = present.gaps
    }
    return this.#memo.get(key, this.options.load)
  }
}
