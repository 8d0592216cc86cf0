import { dialect } from '../database/database.js'
import { queryHereOrOnReader } from '../database/readers/readers.js'
import { databaseState } from '../database/state.js'
import { finder } from '../database/text_index/text_index_postgres.js'
import {
  indexedUpTo,
  tenantTrigram,
  trigramTable,
} from '../database/text_index/text_index_sqlite.js'
import { sideTable } from '../database/text_index/text_index.js'
import { currentContext, currentTenantId } from '../ground/context.js'
import type { Condition } from './guard.js'
import { likePattern, regexPattern, type Term } from './term.js'
import { hasMostRows } from './tenant_share.js'
import { ftsQuery } from './trigrams.js'

/**
 * Most rows that are found first and then sorted. Terms that match more are common: reading the list in order
 * fills a page early, while finding and sorting all matches takes time in proportion to their number.
 */
export const maxFound = 10_000
/** Larger results are read in the reader process, because on SQLite they would block the server. */
export const maxFew = 500

/** Rows to read, and whether they are few. */
export interface Found extends Condition {
  areFew: boolean
}

/** A query of the index. */
export interface Index extends Condition {
  /** The index returns exactly the matching rows, so no second check is needed. */
  isExact: boolean
}

/**
 * Queries the index for rows that may contain all the terms: of the context's tenant only, or of all tenants in
 * operator scope. It returns too many rows rather than too few, and at most one more than `maxFound`. The
 * terms are queried together: each may be common, but few rows contain all.
 * @returns undefined if the index serves none of the terms
 */
export const indexed = (table: string, terms: readonly Term[]): Promise<Index | undefined> =>
  inIndex(table, terms, maxFound + 1)

async function inIndex(
  table: string,
  terms: readonly Term[],
  most: number | null
): Promise<Index | undefined> {
  return dialect() === 'postgres'
    ? foundOnPostgres(table, terms, most)
    : await foundOnSqlite(table, terms, most)
}

/**
 * Reads the rows that may contain all the terms.
 * @returns undefined if they are common, or if no index serves the terms
 */
export async function readCandidates(
  table: string,
  terms: readonly Term[]
): Promise<Found | undefined> {
  const known = await indexed(table, terms)
  if (!known) return undefined
  const newest = newestOf(table)
  // Includes rows not yet in the index: rows indexed before the page is read would otherwise be missed.
  const { sql, values } = complete(
    { ...known, sql: `select id from (${known.sql}) as fitting` },
    newest
  )
  const array = dialect() === 'postgres' ? 'json_agg(id)' : 'json_group_array(id)'
  const [row] = await queryHereOrOnReader<{ n: number | string; ids: string | null }>(
    `select count(*) as n, case when count(*) <= ${maxFound} then cast(${array} as text) end as ids
     from (${sql}) as fitting`,
    values
  )
  const { n, ids } = row!
  if (Number(n) <= maxFound) return { ...listed(ids ?? '[]'), areFew: Number(n) <= maxFew }
  return (await isCommon(known))
    ? undefined
    : { ...complete((await inIndex(table, terms, null))!, newest), areFew: false }
}

/** Whether the index alone finds more rows than can be sorted. If not, many rows are not yet in the index. */
async function isCommon({ sql, values }: Condition): Promise<boolean> {
  if (dialect() === 'postgres') return true
  const counted = `select count(*) as n from (${sql}) as fitting`
  const [row] = await queryHereOrOnReader<{ n: number }>(counted, values)
  return row!.n > maxFound
}

/** A condition on ids, passed as one JSON value, so that the statement is the same for any number. */
export function listed(ids: string): Condition {
  const sql =
    dialect() === 'postgres'
      ? 'select id from json_array_elements_text(?::json) as listed(id)'
      : 'select value as id from json_each(?)'
  return { sql, values: [ids] }
}

const complete = (found: Condition, newest: Condition | undefined): Condition =>
  newest
    ? { sql: `${found.sql} union all ${newest.sql}`, values: [...found.values, ...newest.values] }
    : found

/** The tenant whose rows may be found, from the context and never from a caller. @throws outside any tenant */
const ownTenant = () => (currentContext().operator ? null : currentTenantId())

/** The function of the index restricts rows to the connection's tenant (text_index_postgres.ts). */
function foundOnPostgres(
  table: string,
  terms: readonly Term[],
  most: number | null
): Index | undefined {
  const served = terms.filter(hasWord)
  if (databaseState().unindexed || served.length === 0) return undefined
  const patterns = served.map((term) => {
    const isRegex = term.follows.length > 0
    const pattern = isRegex ? regexPattern(term) : likePattern(term.text)
    return { pattern, isRegex }
  })
  const found = finder(table, ownTenant() === null)
  return {
    // The index compares the row's own texts with the same operators. Only the separator between two texts
    // differs.
    isExact: served.length === terms.length && !served.some(({ text }) => text.includes('\n')),
    // As JSON, because an array would need PostgreSQL's own syntax.
    sql: `select id from ${found}(
      array(select json_array_elements_text(?::json)),
      array(select json_array_elements_text(?::json)::boolean), ?) as id`,
    values: [
      JSON.stringify(patterns.map(({ pattern }) => pattern)),
      JSON.stringify(patterns.map(({ isRegex }) => isRegex)),
      most,
    ],
  }
}

/** pg_trgm indexes letters and digits only: three in a row, or the beginning or end of a word. */
function hasWord({ text, follows }: Term): boolean {
  return follows.length > 0
    ? /^[\p{L}\p{N}]/u.test(text)
    : /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(text)
}

async function foundOnSqlite(
  table: string,
  terms: readonly Term[],
  most: number | null
): Promise<Index | undefined> {
  const matching = await matched(table, terms)
  if (!matching) return undefined
  const texts = trigramTable(table)
  const tenant = ownTenant()
  const sql = `select id from ${texts} join ${sideTable(table)} on num = ${texts}.rowid
    where ${matching.sql} ${tenant === null ? '' : 'and tenant = ?'}
    ${most === null ? '' : `limit ${most}`}`
  const values = [...matching.values, ...(tenant === null ? [] : [tenant])]
  return { sql, values, isExact: false }
}

/** The FTS5 query: all trigrams of the terms, and the tenant if most rows belong to other tenants. */
async function matched(table: string, terms: readonly Term[]): Promise<Condition | undefined> {
  const queries = terms.flatMap((term) => ftsQuery(term, terms.length) ?? [])
  if (queries.length === 0) return undefined
  const query = queries.join(' AND ')
  const match = `${trigramTable(table)} match`
  const tenant = ownTenant()
  if (tenant === null || (await hasMostRows(table, tenant))) {
    return { sql: `${match} ?`, values: [query] }
  }
  const own = `(select '"' || ${tenantTrigram('id')} || '" AND ' from (select ? as id))`
  return { sql: `${match} ${own} || ?`, values: [tenant, query] }
}

/**
 * Whether the index returns more than a few rows. On SQLite these are read in the reader process, because they
 * would block the server. The query stops counting after that many.
 */
export async function givesMany(table: string, terms: readonly Term[]): Promise<boolean> {
  const matching = dialect() === 'sqlite' ? await matched(table, terms) : undefined
  if (!matching) return false
  const [row] = await queryHereOrOnReader<{ n: number }>(
    `select count(*) as n from (
       select rowid from ${trigramTable(table)} where ${matching.sql} limit ${maxFew + 1}
     ) as fitting`,
    matching.values
  )
  return row!.n > maxFew
}

/** Rows that SQLite's index does not contain yet. PostgreSQL's index is always complete. */
export function newestOf(table: string): Condition | undefined {
  if (dialect() === 'postgres') return undefined
  const newest = `select id from ${sideTable(table)} where num > ${indexedUpTo(table)}`
  const tenant = ownTenant()
  return tenant === null
    ? { sql: newest, values: [] }
    : { sql: `${newest} and tenant = ?`, values: [tenant] }
}
