import type { EventType } from './event_type.js'
import type { LoggedEvent } from './logged_event.js'

/**
 * Follows the log with a cursor of its own. `handle` runs in one transaction with the advance of the cursor, and gets
 * events in log order: what it writes to the database happens exactly once. Remote work belongs into a job it enqueues.
 *
 * When it throws for a tenant, what it wrote for it is undone and that tenant's events are parked: later ones stand in
 * line behind them, and are handled one by one as a job, which tries the first again after 1 s, doubling to 24 h, 20 times
 * in about four days. One that has failed then is set aside until somebody retries or drops it, and those behind it go on.
 * All other tenants notice nothing. A database that is away, full or busy never counts as a try.
 */
export interface Consumer {
  /** `<domain>.<name>`, unique among all plugins. A new name is a new consumer, with a cursor of its own. */
  name: string
  /** Only these; all when absent. */
  on?: readonly EventType[]
  /** Where a consumer begins that this database has not known: with the whole past, or with what happens from then on. */
  from: 'start' | 'now'
  /**
   * tenant (default): `handle` runs once for each tenant, inside it, and gets its events alone; those of no tenant are
   * passed over. operator: it gets the events of all tenants together, and of none, in operator scope; when it throws, once
   * more for each tenant.
   */
  scope?: 'tenant' | 'operator'
  handle(events: LoggedEvent[]): Promise<void>
  /** Waits this long for more before it handles a burst together; for what nobody waits for. */
  gatherMs?: number
}
