import { peekContext } from '../../ground/context.js'
import { ask, dialect } from '../database.js'

/**
 * Number of rows this process has written on its one connection (including cascades), and the version of
 * others' writes. https://sqlite.org/c3ref/total_changes.html,
 * https://sqlite.org/pragma.html#pragma_data_version
 */
const stampText = 'select total_changes() as own, data_version as others from pragma_data_version'

/**
 * Changes as soon as anything was written to the database. SQLite only; undefined on PostgreSQL, which reports
 * no writes of other sessions, and in a transaction, which may be rolled back.
 */
export async function writeStamp(): Promise<string | undefined> {
  if (dialect() !== 'sqlite' || peekContext()?.trx) return undefined
  const [row] = await ask<{ own: number; others: number }>(stampText)
  return row && `${row.own} ${row.others}`
}
