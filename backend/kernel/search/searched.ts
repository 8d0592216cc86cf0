import { dialect } from '../database/database.js'
import { askOrAside } from '../database/readers.js'
import { fewFound, listed, mayHold, mostFound } from './find.js'
import { holdsTerm, type Condition } from './guard.js'
import { likePattern, termOf, wordsIn } from './term.js'

type Values = Condition['values']

/** What a filter says of a query that may look at many rows. */
export const manyRows = 'many rows'
/** What it says of one whose rows were found by an index and are yet to be sorted: not few, and not without end. */
export const foundRows = 'found rows'
type Said = typeof manyRows | typeof foundRows | undefined

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
 * What many rows fit. Of what it cannot look into PostgreSQL takes half of all rows for fitting (`boolvarsel` in its
 * selfuncs.c), of a LIKE only some few, and would read and sort a whole tenant for a page that is soon full in the order
 * of an index.
 */
const asCommon = (condition: string): string => `coalesce((${condition}), false)`

/**
 * A filter that finds its text in any of the columns of a table that grows, ignoring case: any part of three characters
 * or more, and words that begin with one or two. The table was made `searchable` by a migration, with these columns.
 */
export function searched(table: string, ...columns: string[]) {
  return async (query: Narrowed, value: unknown): Promise<Said> => {
    const term = termOf(value)
    if (term.length === 0) return undefined
    const found = await mayHold(table, [term])
    // The index is only the speed.
    const holds = holdsTerm(columns, term)
    query.whereRaw(found ? holds.sql : asCommon(holds.sql), holds.values)
    if (!found) return manyRows
    narrowTo(query, table, found)
    return found.areFew ? undefined : foundRows
  }
}

/**
 * As `searched`, by each of the words of its text, wherever in the columns they stand. A word of one or two characters
 * belongs to the one before it.
 */
export function searchedByWords(table: string, ...columns: string[]) {
  return async (query: Narrowed, value: unknown): Promise<Said> => {
    const terms = wordsIn(String(value)).map(termOf)
    if (terms.length === 0) return undefined
    const found = await mayHold(table, terms)
    for (const term of terms) {
      const holds = holdsTerm(columns, term)
      query.whereRaw(found ? holds.sql : asCommon(holds.sql), holds.values)
    }
    if (!found) return manyRows
    narrowTo(query, table, found)
    return found.areFew ? undefined : foundRows
  }
}

/**
 * Narrows a list to rows whose ids a statement gives by an index, each once: while they are few they are read first, and
 * then sorted. For a condition that the query has, too.
 * @param also columns of the statement that the list may be sorted by; the rows are few then
 */
export async function narrowedTo(
  query: Narrowed,
  table: string,
  { sql, values }: Condition,
  also: readonly string[] = []
): Promise<Said> {
  const [row] = await askOrAside<{ found: number }>(
    `select count(*) as found from (select id from (${sql}) as found limit ${mostFound + 1}) as fitting`,
    values
  )
  const found = Number(row!.found)
  if (found > mostFound) return manyRows
  narrowTo(query, table, { sql, values }, also)
  return found <= fewFound ? undefined : foundRows
}

/**
 * What was found is read first, as it is written, and each row of it by its id. The databases would choose so only where
 * they know how many rows a tenant has: SQLite takes it for ten rows, PostgreSQL after an import for as many as it had
 * before, and both would rather read all of them in vain. What is behind a limit or an offset they leave as it is.
 */
function narrowTo(
  query: Narrowed,
  table: string,
  { sql, values }: Condition,
  also: readonly string[] = []
): void {
  const { knexQuery } = query as unknown as OnKnex
  const columns = [`${table}.*`, ...also.map((column) => `found.${column}`)].join(', ')
  const rows =
    dialect() === 'postgres'
      ? `(select ${columns} from (${sql}) as found
           cross join lateral (select * from ${table} where id = found.id offset 0) as ${table})`
      : also.length > 0
        ? `(select ${columns} from (${sql}) as found
             cross join ${table} on ${table}.id = found.id limit -1)`
        : `(select * from ${table} where id in (${sql}) limit -1)`
  knexQuery.from(knexQuery.client.raw(`${rows} as ${table}`, values))
}

/** Narrows a list to some of its rows, whatever it was narrowed to before. */
export const narrowToIds = (query: Narrowed, table: string, ids: readonly string[]): void =>
  narrowTo(query, table, listed(JSON.stringify(ids)))

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
