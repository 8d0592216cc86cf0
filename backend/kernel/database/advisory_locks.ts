/**
 * First numbers of PostgreSQL's two-number advisory locks, all of them here so that nothing waits for something else
 * by chance. Of the one-number locks, those held in common (ShareLock) are the turns of the log.
 */
export const lockSpace = {
  /** Processes that start together prepare the database one after the other. */
  preparing: 7_268_051,
  /** A worker is alive while its session holds its number. */
  worker: 7_268_052,
  /** Held in common by whoever writes events; see events/migrations/3_turns.ts. */
  log: 7_268_053,
  /** Places of limited jobs are given away by one process at a time. */
  admission: 7_268_054,
  /** One restore at a time works on a database. */
  restoring: 7_268_055,
  /** What an account of the ledger has left: held in common while there is plenty, alone near the limit; see ledger/lock.ts. */
  room: 7_268_056,
} as const
