import { dialect } from '../database/database.js'
import { queryHereOrOnReader } from '../database/readers/readers.js'
import {
  maxFew,
  givesMany,
  indexed,
  listed,
  readCandidates,
  maxFound,
  newestOf,
  type Index,
} from './find.js'
import { holdsTerm, type Condition } from './guard.js'
import { termOf, termsIn, type Term } from './term.js'

type Values = Condition['values']

/** A filter returns this hint when the query may read many rows. */
export const manyRows = 'many rows'
/** The hint for rows found by an index and still to be sorted: a limited number, but not few. */
export const foundRows = 'found rows'
/** The hint for rows that were found and are few. */
export const fewRows = 'few rows'
type Hint = typeof manyRows | typeof foundRows | typeof fewRows | undefined

/** The used part of Lucid's query builders. */
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
 * Marks a condition that many rows match. PostgreSQL assumes half of all rows for an opaque condition
 * (`boolvarsel` in its selfuncs.c) but only a few for LIKE. With LIKE it would read and sort all rows of a
 * tenant, although reading in index order soon fills a page. On SQLite the wrapper would evaluate every part of
 * the condition even after one matched.
 */
const asCommon = (condition: string): string =>
  dialect() === 'postgres' ? `coalesce((${condition}), false)` : condition

/**
 * A search through an index. The statement that reads a page can include the index query, so that found rows
 * stay in the database.
 */
export class IndexSearch {
  /** The number of rows from the index, for a statement that begins with `tables`. */
  readonly counted = '(select count(*) from indexed)'

  constructor(
    private readonly texts: Texts,
    private readonly index: Index
  ) {}

  get #extra(): Condition | undefined {
    const { besides = [] } = this.texts
    return besides.length > 0 ? listed(JSON.stringify(besides)) : undefined
  }

  /** Narrows a query that begins with `tables` to the found rows, or to nothing if the terms are common. */
  narrow(query: Narrowed): void {
    narrowTo(query, this.texts.table, { sql: 'select id from found', values: [] })
    query.whereRaw(`${this.counted} <= ?`, [maxFound])
    if (!this.index.isExact) this.lookAt(query)
  }

  /** Checks each row of a query: the index may return too many rows, and this condition decides. */
  lookAt(query: Narrowed): void {
    checkEachRow(query, this.texts)
  }

  /** The common table expressions of this query, to put after `with`. */
  get tables(): Condition {
    const { sql, values } = this.index
    const newest = newestOf(this.texts.table)
    const all = newest ? `select id from indexed union all ${newest.sql}` : 'select id from indexed'
    const extra = this.#extra
    return {
      // `union` removes ids that were also found by their texts.
      sql: `indexed as materialized (${sql}), found as (${extra ? `${all} union ${extra.sql}` : all})`,
      values: [...values, ...(newest?.values ?? []), ...(extra?.values ?? [])],
    }
  }

  /** Whether reading the found rows would block the server. */
  blocksServer(): Promise<boolean> {
    return givesMany(this.texts.table, this.texts.terms)
  }

  /** Queries the index now and narrows the query to the matching rows. */
  async settle(query: Narrowed): Promise<Hint> {
    this.lookAt(query)
    const found = await readCandidates(this.texts.table, this.texts.terms)
    if (!found) return manyRows
    const extra = this.#extra
    narrowTo(query, this.texts.table, extra ? joined(found, extra) : found)
    return found.areFew ? fewRows : foundRows
  }
}

const joined = (one: Condition, other: Condition): Condition => ({
  sql: `${one.sql} union ${other.sql}`,
  values: [...one.values, ...other.values],
})

/** Whether an index returned too many rows to sort. */
export const areCommon = (found: number): boolean => found > maxFound

/**
 * A filter that finds its text in any of the columns of a growing table, ignoring case: any part of three or
 * more characters, and words that begin with one or two. A migration made the table `searchable` with these
 * columns.
 */
export function searched(table: string, ...columns: string[]) {
  return async (query: Narrowed, value: unknown): Promise<IndexSearch | Hint> => {
    const term = termOf(value)
    return term.length > 0
      ? await createSearch(query, { table, columns, terms: [term] })
      : undefined
  }
}

/**
 * As `searched`, and also finds rows through another list: a run is found by the name of its file.
 * @param besidesOf ids of rows that match regardless of their own texts, at most a few hundred
 */
export function searchedOr(
  { table, columns }: Pick<Texts, 'table' | 'columns'>,
  besidesOf: (value: string) => Promise<readonly string[]>
) {
  return async (query: Narrowed, value: unknown): Promise<IndexSearch | Hint> => {
    const term = termOf(value)
    if (term.length === 0) return undefined
    const besides = await besidesOf(String(value))
    return createSearch(query, { table, columns, terms: [term], besides })
  }
}

/**
 * As `searched`, for each word of the text, in any of the columns. Words of one or two characters match at the
 * beginning of a word.
 */
export function searchedByWords(table: string, ...columns: string[]) {
  return async (query: Narrowed, value: unknown): Promise<IndexSearch | Hint> => {
    const terms = termsIn(String(value))
    return terms.length > 0 ? await createSearch(query, { table, columns, terms }) : undefined
  }
}

/** The terms of a search and the columns to search. */
interface Texts {
  table: string
  columns: readonly string[]
  terms: readonly Term[]
  /** Ids of rows that match regardless of their texts. */
  besides?: readonly string[]
}

async function createSearch(query: Narrowed, texts: Texts): Promise<IndexSearch | Hint> {
  const index = await indexed(texts.table, texts.terms)
  if (index) return new IndexSearch(texts, index)
  checkEachRow(query, texts)
  return manyRows
}

function checkEachRow(query: Narrowed, { table, columns, terms, besides = [] }: Texts): void {
  const conditions = terms.map((term) => holdsTerm(columns, term))
  if (besides.length === 0) {
    for (const { sql, values } of conditions) query.whereRaw(asCommon(sql), values)
    return
  }
  const extra = listed(JSON.stringify(besides))
  const texts = conditions.map(({ sql }) => sql).join(' and ')
  const values = conditions.flatMap((one) => one.values)
  query.whereRaw(asCommon(`((${texts}) or ${table}.id in (${extra.sql}))`), [
    ...values,
    ...extra.values,
  ])
}

/**
 * Narrows a list to the ids of a statement that uses an index; each id occurs once. If they are few, they are
 * read first and then sorted. The query must contain the same condition.
 * @param extra columns of the statement to sort the list by, used only for few rows
 */
export async function narrowedTo(
  query: Narrowed,
  table: string,
  { sql, values }: Condition,
  extra: readonly string[] = []
): Promise<Hint> {
  const [row] = await queryHereOrOnReader<{ found: number }>(
    `select count(*) as found from (select id from (${sql}) as found limit ${maxFound + 1}) as fitting`,
    values
  )
  const found = Number(row!.found)
  if (found > maxFound) return manyRows
  narrowTo(query, table, { sql, values }, extra)
  return found <= maxFew ? fewRows : foundRows
}

/**
 * Forces the database to read the found ids first, in the written order, and then each row by id. By themselves
 * both databases would often read the whole table: SQLite assumes ten rows, and PostgreSQL uses outdated
 * statistics after an import. Neither optimizes across a limit or an offset.
 */
function narrowTo(
  query: Narrowed,
  table: string,
  { sql, values }: Condition,
  extra: readonly string[] = []
): void {
  const { knexQuery } = query as unknown as OnKnex
  const columns = [`${table}.*`, ...extra.map((column) => `found.${column}`)].join(', ')
  const rows =
    dialect() === 'postgres'
      ? `(select ${columns} from (${sql}) as found
           cross join lateral (select * from ${table} where id = found.id offset 0) as ${table})`
      : `(select ${columns} from (${sql}) as found
           cross join ${table} on ${table}.id = found.id limit -1)`
  knexQuery.from(knexQuery.client.raw(`${rows} as ${table}`, values))
}

/** Narrows a list to these rows, regardless of earlier narrowing. */
export const narrowToIds = (query: Narrowed, table: string, ids: readonly string[]): void =>
  narrowTo(query, table, listed(JSON.stringify(ids)))

/**
 * A filter that finds its text in any of the columns, ignoring case, by reading every row: for tables that stay
 * small.
 */
export function searchIn(...columns: string[]) {
  return (query: Narrowed, value: unknown): void => {
    const { sql, values } = holdsTerm(columns, { ...termOf(value), follows: [] })
    query.whereRaw(sql, values)
  }
}
