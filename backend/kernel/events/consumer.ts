/** One row of the log as consumers see it. */
export interface LoggedEvent {
  seq: number
  id: string
  tenantId: string | null
  environmentId: string | null
  eventType: string
  actorType: string
  actorId: string | null
  userId: string | null
  sourceType: string | null
  sourceId: string | null
  targetType: string | null
  targetId: string | null
  payload: Record<string, unknown>
  causeId: string | null
  rootId: string
  createdAt: string
}

/**
 * Follows the log with a cursor of its own. `handle` runs in one transaction with the advance of
 * the cursor, in operator scope, and gets events in log order: what it writes to the database
 * happens exactly once. Remote work belongs into a job it enqueues.
 */
export interface Consumer {
  /** `<domain>.<name>`; renaming it makes it read the log from the start. */
  name: string
  /** Only these types; all when absent. */
  eventTypes?: string[]
  handle(events: LoggedEvent[]): Promise<void>
  /** Waits this long for more before it handles a burst together; for what nobody waits for. */
  gatherMs?: number
}
