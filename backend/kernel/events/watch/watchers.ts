import { clock } from '../../ground/clock.js'
import { currentContext } from '../../ground/context.js'
import type { LoggedEvent } from '../logged_event.js'
import { isBefore } from '../position.js'
import { tail, type Growth, type Tail } from '../tail.js'
import { newestBefore } from './read_tenant.js'
import { nowhere, Watch, type LogReader } from './watch.js'

/** Everybody in this process who watches the log grow; looked through once for all of them. */
class Watchers {
  /** Those who have seen all there is, by tenant; null: every tenant's events. */
  readonly #live = new Map<string | null, Set<Watch>>()

  constructor(readonly tail: Tail) {
    tail.follow((growth) => this.#tell(growth))
  }

  join(watch: Watch): void {
    const beside = this.#live.get(watch.tenantId)
    if (beside) beside.add(watch)
    else this.#live.set(watch.tenantId, new Set([watch]))
  }

  leave(watch: Watch): void {
    const beside = this.#live.get(watch.tenantId)
    beside?.delete(watch)
    if (beside?.size === 0) this.#live.delete(watch.tenantId)
  }

  #tell(growth: Growth): void {
    if (this.#live.size === 0) return
    const { from, end, events } = growth
    const byTenant = Map.groupBy(events, ({ tenantId }): string | null => tenantId)
    for (const [tenantId, watches] of [...this.#live]) {
      const told = tenantId === null ? events : (byTenant.get(tenantId) ?? [])
      for (const watch of [...watches]) this.#show(watch, told, from, end)
    }
  }

  /** One who comes from a process that was ahead of this one has seen a part of it: that is read. */
  #show(
    watch: Watch,
    events: readonly LoggedEvent[],
    from: Growth['from'],
    end: Growth['end']
  ): void {
    if (!isBefore(from, watch.at)) {
      if (events.length > 0) watch.show(events)
    } else if (isBefore(watch.at, end)) {
      this.leave(watch)
      watch.catchUp()
    }
  }
}

const ofTails = new WeakMap<Tail, Watchers>()

/**
 * Watches the events of the current tenant (outside any, for an operator, of all) as they are
 * settled: none is left out and none comes twice, whoever writes meanwhile.
 * @param after id of the event to go on behind, or what `LogReader.begins` was given; from now on when absent
 * @returns ends it
 */
export function watchLog(reader: LogReader, after?: string): () => void {
  const followed = tail.use()
  const watchers = ofTails.get(followed) ?? new Watchers(followed)
  ofTails.set(followed, watchers)
  const watch = new Watch(watchers, reader, currentContext())
  watch.begin(after)
  return () => watch.stop()
}

/** What follows the log (the feed, counters) may be behind it for so long. */
const settledMs = 2_000

/**
 * What to give to `watchLog` later on, to be told of everything that is not in what is read from now on; null for
 * somebody outside any tenant who is told nothing.
 */
export async function whereToWatchFrom(): Promise<string | null> {
  const { tenantId, caller } = currentContext()
  if (!tenantId && !caller.isSuperAdmin) return null
  const { end } = tail.use()
  const settled = new Date(clock.now() - settledMs).toISOString()
  return (await newestBefore(end, settled)) ?? nowhere
}
