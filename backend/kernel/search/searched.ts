import { dialect } from '../database/database.js'
import { mayHold } from './find.js'
import { holdsTerm, type Condition } from './guard.js'
import { likePattern, termOf } from './term.js'

type Values = Condition['values']

/** What a filter says of a query that may look at many rows. */
export const manyRows = 'many rows'
type ManyRows = typeof manyRows

/** What is used of Lucid's query builders. */
interface Narrowed {
  whereRaw(sql: string, bindings: Values): unknown
}

interface OnKnex {
  knexQuery: {
    client: { raw(sql: string, values: Values): unknown }
    from(table: unknown): unknown
  }
}

/**
 * A filter that finds its text in any of the columns of a table that grows, ignoring case: any part of three characters
 * or more, and words that begin with one or two. The table was made `searchable` by a migration, with these columns.
 */
export function searched(table: string, ...columns: string[]) {
  return async (query: Narrowed, value: unknown): Promise<ManyRows | undefined> => {
    const term = termOf(value)
    if (term.length === 0) return undefined
    // The index is only the speed.
    const holds = holdsTerm(columns, term)
    query.whereRaw(holds.sql, holds.values)
    const found = await mayHold(table, term)
    if (found) narrowTo(query, table, found)
    return found?.areFew ? undefined : manyRows
  }
}

/**
 * What was found is read first, as it is written, and each row of it by its id. The databases would choose so only where
 * they know how many rows a tenant has: SQLite takes it for ten rows, PostgreSQL after an import for as many as it had
 * before, and both would rather read all of them in vain. What is behind a limit or an offset they leave as it is.
 */
function narrowTo(query: Narrowed, table: string, { sql, values }: Condition): void {
  const { knexQuery } = query as unknown as OnKnex
  const rows =
    dialect() === 'postgres'
      ? `(select ${table}.* from (${sql}) as found
           cross join lateral (select * from ${table} where id = found.id offset 0) as ${table})`
      : `(select * from ${table} where id in (${sql}) limit -1)`
  knexQuery.from(knexQuery.client.raw(`${rows} as ${table}`, values))
}

/** A filter that finds its text in any of the columns, ignoring case, by reading every row: for tables that stay small. */
export function searchIn(...columns: string[]) {
  return (query: Narrowed, value: unknown): void => {
    const condition = columns.map((column) => `lower(${column}) like ? escape '\\'`).join(' or ')
    query.whereRaw(
      `(${condition})`,
      columns.map(() => likePattern(String(value)))
    )
  }
}
