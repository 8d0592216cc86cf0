/**
 * First numbers of PostgreSQL's two-number advisory locks. Keep them all here, so that unrelated locks never
 * collide. Shared one-number locks (ShareLock) are the positions of the log.
 */
export const lockSpace = {
  /** Processes that start together prepare the database one after the other. */
  preparing: 7_268_051,
  /** A worker is alive while its session holds the lock with its number. */
  worker: 7_268_052,
  /** Shared by all writers of events; see `takeTurn` in events/migrations. */
  log: 7_268_053,
  /** One process at a time assigns places to limited jobs. */
  admission: 7_268_054,
  /** Only one restore at a time works on a database. */
  restoring: 7_268_055,
  /** Balance of a ledger account: shared while there is plenty, exclusive near the limit; see ledger/lock.ts. */
  room: 7_268_056,
} as const
