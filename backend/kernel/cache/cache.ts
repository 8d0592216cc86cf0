import { onSeen, type SeenEvent } from '../events/seen.js'
import { tail, type Tail } from '../events/tail.js'
import { perApplication } from '../ground/application.js'
import { peekContext } from '../ground/context.js'
import { Memo, type MemoOptions } from '../ground/memo.js'

export interface CacheOptions<V> extends MemoOptions<V> {
  load(key: string): Promise<V>
  /** Which entries an event invalidates; undefined for none. */
  drop(event: SeenEvent): ((value: V, key: string) => boolean) | undefined
}

interface Kept<V> {
  memo: Memo<V>
  /** The tail of the log whose events this entry has followed without a gap. */
  tail: Tail | undefined
  gaps: number
}

/**
 * Caches data that is read constantly and rarely changes: identities, roles, configuration. Events of the log
 * drop entries in every process. While this process does not receive events (its PostgreSQL session is down),
 * the cache is neither filled nor used.
 */
export class Cache<V> {
  readonly #kept = perApplication(() => this.#begin())

  constructor(private readonly options: CacheOptions<V>) {}

  get(key: string): Promise<V> {
    const memo = this.#usable()
    return memo ? memo.get(key, this.options.load) : this.options.load(key)
  }

  /**
   * A cached value, without waiting. Also works inside a transaction, but does not see that transaction's
   * changes.
   */
  kept(key: string): V | undefined {
    return this.#current()?.kept(key)
  }

  #usable(): Memo<V> | undefined {
    // A transaction may read data that is never committed, so its reads are not cached.
    return peekContext()?.trx ? undefined : this.#current()
  }

  #current(): Memo<V> | undefined {
    const present = tail.peek()
    if (!present?.current) return undefined
    const kept = this.#kept()
    if (present !== kept.tail || present.gaps !== kept.gaps) {
      Object.assign(kept, { memo: new Memo(this.options), tail: present, gaps: present.gaps })
    }
    return kept.memo
  }

  #begin(): Kept<V> {
    const kept: Kept<V> = { memo: new Memo(this.options), tail: undefined, gaps: 0 }
    onSeen((event) => {
      const fits = this.options.drop(event)
      if (fits) kept.memo.drop(fits)
    })
    return kept
  }
}
