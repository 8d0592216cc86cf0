/**
 * First numbers of PostgreSQL's two-number advisory locks. Keep them all here, so that unrelated locks never
 * collide. Advisory locks with one number (ShareLock) are positions of the event log.
 */
export const lockSpace = {
  /** Processes that start at the same time prepare the database one after the other. */
  preparing: 7_268_051,
  /** Held with the worker's number by the worker's session. While it is held, the worker is alive. */
  worker: 7_268_052,
  /** Taken shared by all writers of events; see `takeTurn` in events/migrations. */
  log: 7_268_053,
  /** Only one process at a time admits jobs that have a limit. */
  admission: 7_268_054,
  /** Only one restore at a time works on a database. */
  restoring: 7_268_055,
  /** Balance of a ledger account. Shared far from the limit, exclusive near the limit; see ledger/lock.ts. */
  room: 7_268_056,
} as const
