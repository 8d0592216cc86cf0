import { peekContext } from '../ground/context.js'
import { ask, dialect } from './database.js'

/**
 * What this process has written by its one connection (rows that cascades change included), and whether others have.
 * https://sqlite.org/c3ref/total_changes.html, https://sqlite.org/pragma.html#pragma_data_version
 */
const stampText = 'select total_changes() as own, data_version as others from pragma_data_version'

/**
 * Differs as soon as anything was written to the database since it was asked before. SQLite only: PostgreSQL tells
 * nobody what others write, and what a transaction sees may be taken back; there it is undefined.
 */
export async function writeStamp(): Promise<string | undefined> {
  if (dialect() !== 'sqlite' || peekContext()?.trx) return undefined
  const [row] = await ask<{ own: number; others: number }>(stampText)
  return row && `${row.own} ${row.others}`
}
