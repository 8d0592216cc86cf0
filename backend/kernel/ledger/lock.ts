import { createHash } from 'node:crypto'
import { lockSpace } from '../database/advisory_locks.js'
import { ask, dialect } from '../database/database.js'
import { present } from '../jobs/sql.js'
import { keyValues, type Row } from './row.js'

/**
 * Lets one transaction at a time reserve of a meter, until it ends; the next one sees what it has written. On SQLite there is
 * one at a time anyway. A transaction takes this lock before any other, so the holder waits for no transaction behind it.
 */
export async function lockRow(row: Row): Promise<void> {
  if (dialect() === 'sqlite') return
  await ask(`select pg_advisory_xact_lock(${numbersOf(row)})`)
  // A process of the version before knows this lock alone.
  await ask(
    `insert into ledger_windows (tenant_id, scope, meter, used, granted, ends_at, elsewhere)
     values (?, ?, ?, 0, 0, ${present()}, false)
     on conflict (tenant_id, scope, meter) do update set ends_at = excluded.ends_at`,
    keyValues(row)
  )
}

/**
 * Lets transactions reserve beside one another, and waits for one that holds the row alone. `giveBack` undoes it, which a
 * transaction needs that finds too little left: were two to wait for the row alone while both hold it in common, neither would get it.
 */
export async function shareRow(row: Row): Promise<void> {
  await ask(`savepoint shared_room; select pg_advisory_xact_lock_shared(${numbersOf(row)})`)
}

/** PostgreSQL gives back locks that were taken behind a savepoint (postgresql.org, "Explicit Locking"). */
export async function giveBack(): Promise<void> {
  await ask('rollback to savepoint shared_room; release savepoint shared_room')
}

/** Two rows that have the same numbers by chance wait for one another, and nothing else. */
const numbersOf = ({ key }: Row): string =>
  `${lockSpace.room}, ${createHash('sha1').update(key).digest().readInt32BE()}`
