import { clock } from '../../ground/clock.js'
import { currentContext } from '../../ground/context.js'
import type { LoggedEvent } from '../logged_event.js'
import { isBefore } from '../position.js'
import { tail, type NewEvents, type Tail } from '../tail.js'
import { newestBefore } from './read_tenant.js'
import { logStart, Watch, type LogReader } from './watch.js'

/** All watchers of the log in this process; new events are grouped by tenant once. */
class Watchers {
  /** Watches that are up to date, by tenant; null: those of all tenants. */
  readonly #live = new Map<string | null, Set<Watch>>()

  constructor(readonly tail: Tail) {
    tail.follow((found) => this.#notify(found))
  }

  join(watch: Watch): void {
    const watches = this.#live.get(watch.tenantId)
    if (watches) watches.add(watch)
    else this.#live.set(watch.tenantId, new Set([watch]))
  }

  leave(watch: Watch): void {
    const watches = this.#live.get(watch.tenantId)
    watches?.delete(watch)
    if (watches?.size === 0) this.#live.delete(watch.tenantId)
  }

  #notify(found: NewEvents): void {
    if (this.#live.size === 0) return
    const { from, end, events } = found
    const byTenant = Map.groupBy(events, ({ tenantId }): string | null => tenantId)
    for (const [tenantId, watches] of Array.from(this.#live)) {
      const own = tenantId === null ? events : (byTenant.get(tenantId) ?? [])
      for (const watch of Array.from(watches)) this.#show(watch, own, from, end)
    }
  }

  /**
   * Passes new events to a watch. A reader that came from a process ahead of this one has seen some of them
   * already: then the rest is read from the log.
   */
  #show(
    watch: Watch,
    events: readonly LoggedEvent[],
    from: NewEvents['from'],
    end: NewEvents['end']
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
 * Watches the settled events of the current tenant; for an operator without a tenant, those of all tenants.
 * No event is skipped or repeated, whatever is written concurrently.
 * @param after id of the event to continue after, or the value given to `LogReader.begins`; without it, only
 * new events
 * @returns a function that ends the watch
 */
export function watchLog(reader: LogReader, after?: string): () => void {
  const followed = tail.use()
  const watchers = ofTails.get(followed) ?? new Watchers(followed)
  ofTails.set(followed, watchers)
  const watch = new Watch(watchers, reader, currentContext())
  watch.begin(after)
  return () => watch.stop()
}

/** Followers of the log (the feed, counters) may lag by this time. */
const settledMs = 2_000

/**
 * Start for a later `watchLog`, which then covers everything not contained in data read from now on; null for a
 * caller without a tenant who sees no events.
 */
export async function whereToWatchFrom(): Promise<string | null> {
  const { tenantId, caller } = currentContext()
  if (!tenantId && !caller.isSuperAdmin) return null
  const { end } = tail.use()
  const settled = new Date(clock.now() - settledMs).toISOString()
  return (await newestBefore(end, settled)) ?? logStart
}
