import { dialect } from '../database/database.js'
import { askOrAside } from '../database/readers.js'
import {
  fewFound,
  givesMany,
  indexed,
  listed,
  mayHold,
  mostFound,
  newestOf,
  type Index,
} from './find.js'
import { holdsTerm, type Condition } from './guard.js'
import { termOf, termsIn, type Term } from './term.js'

type Values = Condition['values']

/** What a filter says of a query that may look at many rows. */
export const manyRows = 'many rows'
/** What it says of one whose rows were found by an index and are yet to be sorted: not few, and not without end. */
export const foundRows = 'found rows'
/** And of one whose rows were found and are few. */
export const fewRows = 'few rows'
type Said = typeof manyRows | typeof foundRows | typeof fewRows | undefined

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
 * of an index. SQLite would look for every part of what it is, though one of them fits.
 */
const asCommon = (condition: string): string =>
  dialect() === 'postgres' ? `coalesce((${condition}), false)` : condition

/**
 * What an index is asked for. The statement that reads a page may ask it itself: rows that were found need not leave the
 * database to be looked at.
 */
export class Sought {
  /** How many the index gives, in a statement behind `tables`. */
  readonly counted = '(select count(*) from indexed)'

  constructor(
    private readonly table: string,
    private readonly columns: readonly string[],
    private readonly terms: readonly Term[],
    private readonly index: Index
  ) {}

  /** Narrows a query that stands behind `tables` to what is found; to nothing where the terms are common. */
  narrow(query: Narrowed): void {
    narrowTo(query, this.table, { sql: 'select id from found', values: [] })
    query.whereRaw(`${this.counted} <= ?`, [mostFound])
    if (!this.index.isExact) this.lookAt(query)
  }

  /** Looks at each row of a query: the index is only the speed. */
  lookAt(query: Narrowed): void {
    lookAt(query, this.columns, this.terms)
  }

  /** What the statement of such a query begins with, behind `with`. */
  get tables(): Condition {
    const { sql, values } = this.index
    const newest = newestOf(this.table)
    const all = newest ? `select id from indexed union all ${newest.sql}` : 'select id from indexed'
    return {
      sql: `indexed as materialized (${sql}), found as (${all})`,
      values: [...values, ...(newest?.values ?? [])],
    }
  }

  /** Whether it holds everybody up to look at what is found. */
  isMuch(): Promise<boolean> {
    return givesMany(this.table, this.terms)
  }

  /** Asks the index now, and narrows the query to what fits of what it gives. */
  async settle(query: Narrowed): Promise<Said> {
    this.lookAt(query)
    const found = await mayHold(this.table, this.terms)
    if (!found) return manyRows
    narrowTo(query, this.table, found)
    return found.areFew ? fewRows : foundRows
  }
}

/** Whether so many rows of an index are too many to be sorted. */
export const areCommon = (found: number): boolean => found > mostFound

/**
 * A filter that finds its text in any of the columns of a table that grows, ignoring case: any part of three characters
 * or more, and words that begin with one or two. The table was made `searchable` by a migration, with these columns.
 */
export function searched(table: string, ...columns: string[]) {
  return async (query: Narrowed, value: unknown): Promise<Sought | Said> => {
    const term = termOf(value)
    return term.length > 0 ? await seek(query, table, columns, [term]) : undefined
  }
}

/**
 * As `searched`, by each of the words of its text, wherever in the columns they stand; those of one or two characters where
 * a word begins.
 */
export function searchedByWords(table: string, ...columns: string[]) {
  return async (query: Narrowed, value: unknown): Promise<Sought | Said> => {
    const terms = termsIn(String(value))
    return terms.length > 0 ? await seek(query, table, columns, terms) : undefined
  }
}

async function seek(
  query: Narrowed,
  table: string,
  columns: readonly string[],
  terms: readonly Term[]
): Promise<Sought | Said> {
  const index = await indexed(table, terms)
  if (index) return new Sought(table, columns, terms, index)
  lookAt(query, columns, terms)
  return manyRows
}

function lookAt(query: Narrowed, columns: readonly string[], terms: readonly Term[]): void {
  for (const term of terms) {
    const { sql, values } = holdsTerm(columns, term)
    query.whereRaw(asCommon(sql), values)
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
  return found <= fewFound ? fewRows : foundRows
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
      : `(select ${columns} from (${sql}) as found
           cross join ${table} on ${table}.id = found.id limit -1)`
  knexQuery.from(knexQuery.client.raw(`${rows} as ${table}`, values))
}

/** Narrows a list to some of its rows, whatever it was narrowed to before. */
export const narrowToIds = (query: Narrowed, table: string, ids: readonly string[]): void =>
  narrowTo(query, table, listed(JSON.stringify(ids)))

/** A filter that finds its text in any of the columns, ignoring case, by reading every row: for tables that stay small. */
export function searchIn(...columns: string[]) {
  return (query: Narrowed, value: unknown): void => {
    const { sql, values } = holdsTerm(columns, { ...termOf(value), follows: [] })
    query.whereRaw(sql, values)
  }
}
