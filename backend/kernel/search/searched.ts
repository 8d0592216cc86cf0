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
    private readonly texts: Texts,
    private readonly index: Index
  ) {}

  get #also(): Condition | undefined {
    const { besides = [] } = this.texts
    return besides.length > 0 ? listed(JSON.stringify(besides)) : undefined
  }

  /** Narrows a query that stands behind `tables` to what is found; to nothing where the terms are common. */
  narrow(query: Narrowed): void {
    narrowTo(query, this.texts.table, { sql: 'select id from found', values: [] })
    query.whereRaw(`${this.counted} <= ?`, [mostFound])
    if (!this.index.isExact) this.lookAt(query)
  }

  /** Looks at each row of a query: the index is only the speed. */
  lookAt(query: Narrowed): void {
    lookAt(query, this.texts)
  }

  /** What the statement of such a query begins with, behind `with`. */
  get tables(): Condition {
    const { sql, values } = this.index
    const newest = newestOf(this.texts.table)
    const all = newest ? `select id from indexed union all ${newest.sql}` : 'select id from indexed'
    const also = this.#also
    return {
      // Some of them may be found by their texts, too.
      sql: `indexed as materialized (${sql}), found as (${also ? `${all} union ${also.sql}` : all})`,
      values: [...values, ...(newest?.values ?? []), ...(also?.values ?? [])],
    }
  }

  /** Whether it holds everybody up to look at what is found. */
  isMuch(): Promise<boolean> {
    return givesMany(this.texts.table, this.texts.terms)
  }

  /** Asks the index now, and narrows the query to what fits of what it gives. */
  async settle(query: Narrowed): Promise<Said> {
    this.lookAt(query)
    const found = await mayHold(this.texts.table, this.texts.terms)
    if (!found) return manyRows
    const also = this.#also
    narrowTo(query, this.texts.table, also ? joined(found, also) : found)
    return found.areFew ? fewRows : foundRows
  }
}

const joined = (one: Condition, other: Condition): Condition => ({
  sql: `${one.sql} union ${other.sql}`,
  values: [...one.values, ...other.values],
})

/** Whether so many rows of an index are too many to be sorted. */
export const areCommon = (found: number): boolean => found > mostFound

/**
 * A filter that finds its text in any of the columns of a table that grows, ignoring case: any part of three characters
 * or more, and words that begin with one or two. The table was made `searchable` by a migration, with these columns.
 */
export function searched(table: string, ...columns: string[]) {
  return async (query: Narrowed, value: unknown): Promise<Sought | Said> => {
    const term = termOf(value)
    return term.length > 0 ? await seek(query, { table, columns, terms: [term] }) : undefined
  }
}

/**
 * As `searched`, for rows that another list is searched for, too: a run is found by the name of its file.
 * @param besidesOf ids of the rows that fit whatever their own texts, at most a few hundred
 */
export function searchedOr(
  { table, columns }: Pick<Texts, 'table' | 'columns'>,
  besidesOf: (value: string) => Promise<readonly string[]>
) {
  return async (query: Narrowed, value: unknown): Promise<Sought | Said> => {
    const term = termOf(value)
    if (term.length === 0) return undefined
    const besides = await besidesOf(String(value))
    return seek(query, { table, columns, terms: [term], besides })
  }
}

/**
 * As `searched`, by each of the words of its text, wherever in the columns they stand; those of one or two characters where
 * a word begins.
 */
export function searchedByWords(table: string, ...columns: string[]) {
  return async (query: Narrowed, value: unknown): Promise<Sought | Said> => {
    const terms = termsIn(String(value))
    return terms.length > 0 ? await seek(query, { table, columns, terms }) : undefined
  }
}

/** What is looked for, and where. */
interface Texts {
  table: string
  columns: readonly string[]
  terms: readonly Term[]
  /** Ids of rows that fit, too. */
  besides?: readonly string[]
}

async function seek(query: Narrowed, texts: Texts): Promise<Sought | Said> {
  const index = await indexed(texts.table, texts.terms)
  if (index) return new Sought(texts, index)
  lookAt(query, texts)
  return manyRows
}

function lookAt(query: Narrowed, { table, columns, terms, besides = [] }: Texts): void {
  const conditions = terms.map((term) => holdsTerm(columns, term))
  if (besides.length === 0) {
    for (const { sql, values } of conditions) query.whereRaw(asCommon(sql), values)
    return
  }
  const also = listed(JSON.stringify(besides))
  const texts = conditions.map(({ sql }) => sql).join(' and ')
  const values = conditions.flatMap((one) => one.values)
  query.whereRaw(asCommon(`((${texts}) or ${table}.id in (${also.sql}))`), [
    ...values,
    ...also.values,
  ])
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
