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

/**
 * What the index says of a table's rows: the ids of those that may hold all the terms, of the context's tenant and of no
 * other; of all tenants in operator scope. It gives too many rather than too few. Asked for together: terms that many rows
 * hold may be in few of them at once.
 * @returns undefined where they are common, or the index serves none of them
 */
export async function mayHold(table: string, terms: readonly Term[]): Promise<Found | undefined> {
  const found = dialect() === 'postgres' ? foundOnPostgres : foundOnSqlite
  const known = await found(table, terms, mostFound + 1)
  if (!known) return undefined
  // The newest with them: rows that are indexed before the page is read would be among neither.
  const { sql, values } = complete(table, {
    ...known,
    sql: `select id from (${known.sql}) as fitting`,
  })
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
    : { ...complete(table, (await found(table, terms, null))!), areFew: false }
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
      ? 'select id from json_array_elements_text(?::json) as id'
      : 'select value as id from json_each(?)'
  return { sql, values: [ids] }
}

const complete = (table: string, found: Condition): Condition =>
  dialect() === 'postgres' ? found : withNewest(table, found)

/** Whose rows may be found: never said by a caller. @throws outside of any tenant */
const ownTenant = () => (currentContext().operator ? null : currentTenantId())

/** Its own function narrows to the connection's tenant (text_index_postgres.ts). */
function foundOnPostgres(
  table: string,
  terms: readonly Term[],
  most: number | null
): Condition | undefined {
  const served = terms.filter(hasWord)
  if (databaseState().unindexed || served.length === 0) return undefined
  const patterns = served.map((term) => {
    const isRegex = term.follows.length > 0
    return { pattern: isRegex ? regexPattern(term) : likePattern(term.text), isRegex }
  })
  const found = finder(table, ownTenant() === null)
  return {
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
const hasWord = ({ text, follows }: Term) =>
  follows.length > 0
    ? /^[\p{L}\p{N}]/u.test(text)
    : /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(text)

async function foundOnSqlite(
  table: string,
  terms: readonly Term[],
  most: number | null
): Promise<Condition | undefined> {
  const queries = terms.flatMap((term) => ftsQuery(term, terms.length) ?? [])
  if (queries.length === 0) return undefined
  const query = queries.join(' AND ')
  const texts = trigramTable(table)
  const tenant = ownTenant()
  const isNarrowed = tenant !== null && !(await hasMostRows(table, tenant))
  const matching = !isNarrowed
    ? '?'
    : `(select '"' || ${tenantTrigram('id')} || '" AND ' from (select ? as id)) || ?`
  const sql = `select id from ${texts} join ${sideTable(table)} on num = ${texts}.rowid
    where ${texts} match ${matching} ${tenant === null ? '' : 'and tenant = ?'}
    ${most === null ? '' : `limit ${most}`}`
  const values = [...(isNarrowed ? [tenant] : []), query, ...(tenant === null ? [] : [tenant])]
  return { sql, values }
}

/** Beside what SQLite's index finds, all rows it does not know yet. */
function withNewest(table: string, found: Condition): Condition {
  const tenant = ownTenant()
  const newest = `select id from ${sideTable(table)} where num > ${indexedUpTo(table)}`
  return tenant === null
    ? { sql: `${found.sql} union all ${newest}`, values: found.values }
    : { sql: `${found.sql} union all ${newest} and tenant = ?`, values: [...found.values, tenant] }
}
