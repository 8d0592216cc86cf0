import { ask, dialect } from '../database/database.js'
import { present } from '../jobs/sql.js'
import { keyValues, type Row } from './row.js'

/**
 * Lets one transaction at a time reserve of a meter, until it ends; the others see what it has written. On SQLite there is
 * one at a time anyway. Before anything else is locked in the transaction: who holds this waits for nothing of theirs.
 */
export async function lockRow(row: Row): Promise<void> {
  if (dialect() === 'sqlite') return
  await ask(
    `insert into ledger_windows (tenant_id, scope, meter, used, granted, ends_at, elsewhere)
     values (?, ?, ?, 0, 0, ${present()}, false)
     on conflict (tenant_id, scope, meter) do update set ends_at = excluded.ends_at`,
    keyValues(row)
  )
}
