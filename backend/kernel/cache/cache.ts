import { onSeen, type SeenEvent } from '../events/seen.js'
import { tail, type Tail } from '../events/tail.js'
import { perApplication } from '../ground/application.js'
import { peekContext } from '../ground/context.js'
import { Memo, type MemoOptions } from '../ground/memo.js'

export interface CacheOptions<V> extends MemoOptions<V> {
  load(key: string): Promise<V>
  /** Which entries an event makes out of date; undefined when it concerns none. */
  drop(event: SeenEvent): ((value: V, key: string) => boolean) | undefined
}

interface Kept<V> {
  memo: Memo<V>
  /** What was kept while following this tail, without a gap. */
  tail: Tail | undefined
  gaps: number
}

/**
 * Keeps what is asked for all the time and hardly ever changes: identities, roles, configuration.
 * Entries are dropped by events of the log, in every process. While this process does not hear the
 * log (its session of PostgreSQL is down), nothing is kept and nothing kept is used.
 */
export class Cache<V> {
  readonly #kept = perApplication(() => this.#begin())

  constructor(private readonly options: CacheOptions<V>) {}

  get(key: string): Promise<V> {
    const memo = this.#usable()
    return memo ? memo.get(key, this.options.load) : this.options.load(key)
  }

  /** What is kept and may be used, without waiting. In a transaction, too: as all others see it, whatever it has changed itself. */
  kept(key: string): V | undefined {
    return this.#current()?.kept(key)
  }

  #usable(): Memo<V> | undefined {
    // What a transaction reads may never be committed.
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
