import { transaction, unscoped } from '../database.js'
import { insertRow, type NewRow } from './kept_rows.js'
import { Moment } from './present.js'

/** SQLite binds at most 32,766 values in a statement and joins at most 500 rows; PostgreSQL takes more of both. */
const maxValues = 30_000
const maxRows = 500

/**
 * Inserts rows with the same columns, many in each statement. Inserts all or none, in the context's transaction
 * or in a new one.
 */
export async function insertRows(table: string, rows: readonly NewRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  if (rows.length === 1) {
    await insertRow(table, first)
    return
  }
  const size = Math.min(maxRows, Math.floor(maxValues / Object.keys(first).length))
  await transaction(async () => {
    for (let at = 0; at < rows.length; at += size) {
      await unscoped()
        .insertQuery()
        .table(table)
        .knexQuery.insert(rows.slice(at, at + size).map(rawRow))
    }
  })
}

/** Returns a row in the form that Knex takes. */
export const rawRow = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (!(value instanceof Moment)) return [column, value]
      const { mark, values } = value.sql
      return [column, unscoped().knexRawQuery(mark, values)]
    })
  )
