import { dialect } from '../database/database.js'
import { askOrAside } from '../database/readers.js'
import { databaseState } from '../database/state.js'
import { finder } from '../database/text_index_postgres.js'
import { indexedUpTo, tenantTrigram, trigramTable } from '../database/text_index_sqlite.js'
import { sideTable } from '../database/text_index.js'
import { currentContext, currentTenantId } from '../ground/context.js'
import type { Condition } from './guard.js'
import { likePattern, regexPattern, type Term } from './term.js'
import { hasMostRows } from './tenant_share.js'
import { ftsQuery } from './trigrams.js'

/**
 * Rows that are found and then sorted. A term that fits more is common: a page of it is full before much of the list was
 * read, whereas finding and sorting everything would take as long as there is much.
 */
export const mostFound = 10_000
/** More are read aside, where the database would hold everybody up. */
export const fewFound = 500

/** Rows to look at, and whether they are few. */
export interface Found extends Condition {
  areFew: boolean
}

/** What an index is asked. */
export interface Index extends Condition {
  /** It gives what holds the terms and nothing else, as the rows themselves have it. */
  isExact: boolean
}

/**
 * What the index says of a table's rows: the ids of those that may hold all the terms, of the context's tenant and of no
 * other; of all tenants in operator scope. It gives too many rather than too few, and one more than `mostFound` where
 * there are more. Asked for together: terms that many rows hold may be in few of them at once.
 * @returns undefined where the index serves none of them
 */
export const indexed = (table: string, terms: readonly Term[]): Promise<Index | undefined> =>
  inIndex(table, terms, mostFound + 1)

async function inIndex(
  table: string,
  terms: readonly Term[],
  most: number | null
): Promise<Index | undefined> {
  return dialect() === 'postgres'
    ? foundOnPostgres(table, terms, most)
    : await foundOnSqlite(table, terms, most)
}

/** Rows that may hold all the terms, read by themselves. @returns undefined where they are common, or no index serves them */
export async function mayHold(table: string, terms: readonly Term[]): Promise<Found | undefined> {
  const known = await indexed(table, terms)
  if (!known) return undefined
  const newest = newestOf(table)
  // The newest with them: rows that are indexed before the page is read would be among neither.
  const { sql, values } = complete(
    { ...known, sql: `select id from (${known.sql}) as fitting` },
    newest
  )
  const array = dialect() === 'postgres' ? 'json_agg(id)' : 'json_group_array(id)'
  const [row] = await askOrAside<{ n: number | string; ids: string | null }>(
    `select count(*) as n, case when count(*) <= ${mostFound} then cast(${array} as text) end as ids
     from (${sql}) as fitting`,
    values
  )
  const { n, ids } = row!
  if (Number(n) <= mostFound) return { ...listed(ids ?? '[]'), areFew: Number(n) <= fewFound }
  return (await isCommon(known))
    ? undefined
    : { ...complete((await inIndex(table, terms, null))!, newest), areFew: false }
}

/** Whether the index finds more than are sorted; otherwise there are many whom it does not know yet. */
async function isCommon({ sql, values }: Condition): Promise<boolean> {
  if (dialect() === 'postgres') return true
  const counted = `select count(*) as n from (${sql}) as fitting`
  const [row] = await askOrAside<{ n: number }>(counted, values)
  return row!.n > mostFound
}

/** Rows by their ids, which are one value whatever their number (JSON): the statement stays the same. */
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

/** Whose rows may be found: never said by a caller. @throws outside of any tenant */
const ownTenant = () => (currentContext().operator ? null : currentTenantId())

/** Its own function narrows to the connection's tenant (text_index_postgres.ts). */
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
    // Its texts are those of the row, compared by the same operators. Only the separator between two texts differs.
    isExact: served.length === terms.length && !served.some(({ text }) => text.includes('\n')),
    // As JSON: an array would be written in the syntax of PostgreSQL's own.
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

/** pg_trgm knows letters and digits only: three of them, or the beginning or end of a word. */
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

/** What FTS5 is asked for: all trigrams of the terms, and the tenant where most rows are those of others. */
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
 * Whether the index gives more than few rows, which are looked at aside: on SQLite, where reading them holds everybody up. It
 * is asked for as many as that takes.
 */
export async function givesMany(table: string, terms: readonly Term[]): Promise<boolean> {
  const matching = dialect() === 'sqlite' ? await matched(table, terms) : undefined
  if (!matching) return false
  const [row] = await askOrAside<{ n: number }>(
    `select count(*) as n from (
       select rowid from ${trigramTable(table)} where ${matching.sql} limit ${fewFound + 1}
     ) as fitting`,
    matching.values
  )
  return row!.n > fewFound
}

/** What SQLite's index does not know yet, all of it; PostgreSQL's knows everything. */
export function newestOf(table: string): Condition | undefined {
  if (dialect() === 'postgres') return undefined
  const newest = `select id from ${sideTable(table)} where num > ${indexedUpTo(table)}`
  const tenant = ownTenant()
  return tenant === null
    ? { sql: newest, values: [] }
    : { sql: `${newest} and tenant = ?`, values: [tenant] }
}
