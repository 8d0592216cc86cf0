import { createHash } from 'node:crypto'
import { lockSpace } from '../database/advisory_locks.js'
import { ask, dialect } from '../database/database.js'
import { present } from '../jobs/sql.js'
import { keyValues, type Row } from './row.js'

/**
 * Allows one transaction at a time to reserve from a meter; the next one sees its writes. SQLite has one writer
 * anyway. A transaction takes this lock before any other, so its holder never waits for a transaction behind
 * it.
 */
export async function lockRow(row: Row): Promise<void> {
  if (dialect() === 'sqlite') return
  await ask(`select pg_advisory_xact_lock(${numbersOf(row)})`)
  // A process of the previous version knows only this lock.
  await ask(
    `insert into ledger_windows (tenant_id, scope, meter, used, granted, ends_at, elsewhere)
     values (?, ?, ?, 0, 0, ${present()}, false)
     on conflict (tenant_id, scope, meter) do update set ends_at = excluded.ends_at`,
    keyValues(row)
  )
}

/**
 * Allows concurrent reservations, and waits for a transaction that holds the row exclusively. A transaction
 * that then finds too little left must call `releaseShared`: two that upgrade a shared lock would deadlock.
 */
export async function shareRow(row: Row): Promise<void> {
  await ask(`savepoint shared_room; select pg_advisory_xact_lock_shared(${numbersOf(row)})`)
}

/**
 * Releases the shared lock: rolling back to a savepoint releases the locks taken after it (postgresql.org,
 * "Explicit Locking").
 */
export async function releaseShared(): Promise<void> {
  await ask('rollback to savepoint shared_room; release savepoint shared_room')
}

/** A collision only makes two rows wait for each other. */
const numbersOf = ({ key }: Row): string =>
  `${lockSpace.room}, ${createHash('sha1').update(key).digest().readInt32BE()}`
