import type { EventType } from './event_type.js'
import type { LoggedEvent } from './logged_event.js'

/**
 * Follows the log with its own cursor. `handle` runs in one transaction with the advance of the cursor and gets
 * events in log order, so its database writes happen exactly once. Remote work belongs in a job that it
 * enqueues.
 *
 * If `handle` throws for a tenant, its writes for that tenant are undone and the tenant's events are parked.
 * Later events queue behind them. A job handles them one by one and retries the first after 1 s, doubling to 24
 * h, 20 times in about four days. An event that still fails stays parked until a person retries or drops it,
 * and the next ones continue. Other tenants are not affected. A database that is unreachable, full or busy
 * never counts as an attempt.
 */
export interface Consumer {
  name: string
  /** Event types to handle; all when absent. */
  on?: readonly EventType[]
  /** Start of a consumer that is new to this database: all past events, or only new ones. */
  from: 'start' | 'now'
  /**
   * tenant (default): `handle` runs once per tenant, inside it, with that tenant's events; events without a
   * tenant are skipped. operator: `handle` gets the events of all tenants and those without one, in operator
   * scope; if it throws, it runs again per tenant.
   */
  scope?: 'tenant' | 'operator'
  handle(events: LoggedEvent[]): Promise<void>
  /** Waits this long to collect a burst; for work that is not urgent. */
  gatherMs?: number
}
