import { peekContext } from '../../ground/context.js'
import { ask, dialect } from '../database.js'

/**
 * Selects the number of rows that this process has written on its one connection (cascades included), and a
 * version that changes with writes of other connections. https://sqlite.org/c3ref/total_changes.html,
 * https://sqlite.org/pragma.html#pragma_data_version
 */
const stampText = 'select total_changes() as own, data_version as others from pragma_data_version'

/**
 * Returns a text that changes as soon as anything is written to the database. Undefined on PostgreSQL, which
 * reports no writes of other sessions, and in a transaction, which may be rolled back.
 */
export async function writeStamp(): Promise<string | undefined> {
  if (dialect() !== 'sqlite' || peekContext()?.trx) return undefined
  const [row] = await ask<{ own: number; others: number }>(stampText)
  return row && `${row.own} ${row.others}`
}
