import type { Value } from '../database/drivers/driver.js'
import { dialect } from '../database/database.js'
import {
  queryOnReader,
  queryOnReaderOrHere,
  queryHereOrOnReader,
} from '../database/readers/readers.js'
import { currentContext, peekContext } from '../ground/context.js'
import type { AnyQuery } from './id_prefix.js'
import type { ListDefinition, ListRequest } from './list.js'
import type { IndexSearch } from '../search/index.js'
import { farOffset, placeNear, rememberPlace, type Place } from './places.js'
import type { RowPlace } from './places.js'

interface Compiled {
  sql: string
  bindings: readonly Value[]
}

type RawRow = Record<string, Value>

/** Rows of one page as stored, and a key that identifies the list across its pages. */
export interface PageRows {
  rows: object[]
  list: string
}

export const compiled = (query: AnyQuery) => query.toSQL() as Compiled

export type RunQuery = typeof queryHereOrOnReader

/** Chooses how to run a list query. Queries known to be expensive go to the reader process. */
export function queryRunnerFor(areMany: boolean, areFound = false): RunQuery {
  if (peekContext()?.trx) return queryHereOrOnReader
  if (areMany) return queryOnReader
  return areFound ? queryOnReaderOrHere : queryHereOrOnReader
}

/** Skipping this many rows along an index is still unnoticeable. */
const maxSkipped = 20_000

function limited(
  { runQuery }: Pick<FarList, 'runQuery'>,
  query: AnyQuery,
  limit: number,
  offset: number
): Promise<RawRow[]> {
  const { sql, bindings } = compiled(query)
  const ask = offset > maxSkipped ? queryRunnerFor(true) : runQuery
  return ask<RawRow>(`${sql} limit ? offset ?`, [...bindings, limit, offset])
}

const isExpression = (column: string) => column.startsWith('(')

/** Adds the id to the order, so that rows with equal keys keep their places between pages. */
function addOrder(
  query: AnyQuery,
  { sorts }: ListDefinition,
  { field, direction }: ListRequest['sort']
) {
  const column = field === 'id' ? 'id' : sorts[field]!
  const sorted = query.clone() as AnyQuery
  if (isExpression(column)) sorted.orderByRaw(`${column} ${direction}`)
  else if (column !== 'id') sorted.orderBy(column, direction)
  sorted.orderBy('id', direction)
  return { sorted, column, direction }
}

/**
 * Reads the rows after `place`, or the first ones, and returns the last row's place. The sort column must not
 * be null.
 */
export async function readRowsAfter(
  query: AnyQuery,
  definition: ListDefinition,
  { sort, limit }: Pick<ListRequest, 'sort' | 'limit'>,
  place: RowPlace | undefined,
  runQuery: RunQuery
): Promise<{ rows: object[]; last: RowPlace | undefined }> {
  const order = addOrder(query, definition, sort)
  const { sql, bindings } = compiled(place ? conditionAfter(order, place) : order.sorted)
  const rows = await runQuery<RawRow>(`${sql} limit ?`, [...bindings, limit])
  const last = rows.at(-1)
  return { rows, last: last && { value: last[order.column]!, id: String(last.id) } }
}

/** Where a cursor list continues: after a row, by row count (`count`), or not at all (null). */
export type Next = RowPlace | 'count' | null

/**
 * Reads a page by cursor, with the place of its last row when more follow. Rows without a sort value form their
 * own zone: SQLite sorts it first in ascending order, PostgreSQL last.
 */
export async function readCursorPage(
  query: AnyQuery,
  definition: ListDefinition,
  request: Pick<ListRequest, 'sort' | 'limit' | 'offset' | 'byPlace'>,
  runQuery: RunQuery
): Promise<{ rows: object[]; next: Next }> {
  const order = addOrder(query, definition, request.sort)
  const { sorted, column, direction } = order
  const place = request.byPlace?.at
  const most = request.limit + 1
  const ask = (part: AnyQuery, count: number, offset = 0) =>
    limited({ runQuery }, part, count, offset)
  let rows: RawRow[]
  if (!place) rows = await ask(sorted, most, request.offset)
  else if (column === 'id') rows = await ask(conditionAfter(order, place), most)
  else {
    const nullsFirst = (dialect() === 'sqlite') === (direction === 'asc')
    const without = () => (sorted.clone() as AnyQuery).whereNull(column) as AnyQuery
    const idBehind = direction === 'asc' ? '>' : '<'
    const isAmongNulls = place.value === null
    rows = isAmongNulls
      ? await ask(without().where('id', idBehind, place.id) as AnyQuery, most)
      : await ask(conditionAfter(order, place), most)
    if (rows.length < most && isAmongNulls === nullsFirst) {
      const rest = isAmongNulls ? (sorted.clone() as AnyQuery).whereNotNull(column) : without()
      rows = [...rows, ...(await ask(rest as AnyQuery, most - rows.length))]
    }
  }
  const page = rows.slice(0, request.limit)
  if (rows.length < most) return { rows: page, next: null }
  const last = page.at(-1)!
  const value = last[column.replace(/^.*\./, '')]
  // Rows do not contain the value of an expression, so this list continues by row count.
  return { rows: page, next: value === undefined ? 'count' : { value, id: String(last.id) } }
}

/**
 * Reads one page through raw SQL, without the per-query overhead of Lucid and Knex; `query` is not modified.
 * The request names the offset. For a far offset, the page starts after a remembered row or one found in the
 * index, so skipped rows are not read again for each page.
 */
export async function readPage(
  query: AnyQuery,
  definition: ListDefinition,
  { sort, offset, limit }: ListRequest,
  runQuery: RunQuery
): Promise<PageRows> {
  const { sorted, column } = addOrder(query, definition, sort)
  const { sql, bindings } = compiled(sorted)
  // Row-level security also narrows the query, so the tenant is part of the key.
  const { tenantId, operator } = currentContext()
  const list = JSON.stringify([tenantId, operator, sql, bindings])
  if (offset < farOffset || isExpression(column)) {
    return {
      rows: await runQuery<object>(`${sql} limit ? offset ?`, [...bindings, limit, offset]),
      list,
    }
  }
  const far: FarList = { sorted, column, direction: sort.direction, list, runQuery }
  const begun = performance.now()
  const rows = await farPage(far, offset, limit)
  const last = rows.at(-1)
  const value = last?.[column] ?? null
  if (last && value !== null && rows.length === limit) {
    const place = { offset: offset + limit, value, id: String(last.id) }
    rememberPlace(list, place, performance.now() - begun)
  }
  return { rows, list }
}

/** Ids of a page, and how many rows the list has. */
export interface FoundIds {
  ids: string[]
  total: number
  /** Number of rows the search index returned. */
  indexed: number
}

/**
 * Reads the ids of one page and the total count, for a list whose matching rows are all read before sorting.
 * @param sought a search that is part of the same statement
 */
export async function readFoundIds(
  query: AnyQuery,
  definition: ListDefinition,
  { sort, offset, limit }: ListRequest,
  runQuery: RunQuery,
  sought?: IndexSearch
): Promise<FoundIds> {
  const { column, direction } = addOrder(query, definition, sort)
  const keys = [...new Set(['id', column])]
  const narrowed = (query.clone() as AnyQuery).clearSelect().select(keys) as AnyQuery
  sought?.narrow(narrowed)
  const { sql, bindings } = compiled(narrowed)
  const { sql: tables, values } = sought?.tables ?? { sql: '', values: [] }
  const order = (of: string) =>
    [...new Set([column, 'id'])].map((key) => `${of}.${key} ${direction}`)
  const counts = sought ? `, ${sought.counted} as indexed` : ''
  const rows = await runQuery<{
    id: string | null
    total: number | string
    indexed?: number | string
  }>(
    `with ${tables && `${tables},`} fitting as materialized (${sql})
     select page.id, counted.* from (select count(*) as total ${counts} from fitting) as counted
     left join (select * from fitting order by ${order('fitting')} limit ? offset ?) as page on true
     order by ${order('page')}`,
    [...values, ...bindings, limit, offset]
  )
  const { total, indexed = 0 } = rows[0]!
  return {
    ids: rows.flatMap(({ id }) => id ?? []),
    total: Number(total),
    indexed: Number(indexed),
  }
}

interface FarList {
  sorted: AnyQuery
  column: string
  direction: 'asc' | 'desc'
  list: string
  runQuery: RunQuery
}

async function farPage(far: FarList, offset: number, limit: number): Promise<RawRow[]> {
  const place = await placeBefore(far, offset)
  if (place === 'end') return []
  if (!place) return limited(far, far.sorted, limit, offset)
  const rows = await limited(far, conditionAfter(far, place), limit, 0)
  // Rows without a value may follow at the end, and no comparison matches them.
  return rows.length === limit ? rows : limited(far, far.sorted, limit, offset)
}

/** The row before an offset; `end` if the list is shorter, undefined if its sort value is null. */
async function placeBefore(far: FarList, offset: number): Promise<Place | 'end' | undefined> {
  const { sorted, column, list } = far
  const known = placeNear(list, offset)
  if (known?.offset === offset) return known
  const begun = performance.now()
  const from = known && known.offset > offset ? backwards(far) : far
  const keys = (known ? conditionAfter(from, known) : sorted.clone()) as AnyQuery
  keys.clearSelect().select(column, 'id')
  const [row] = await limited(far, keys, 1, Math.abs(offset - (known?.offset ?? 0)) - 1)
  // A known place always has a value, but rows without one may lie between it and the offset.
  if (!row) return known ? undefined : 'end'
  const value = row[column]
  if (value === null || value === undefined) return undefined
  const place = { offset, value, id: String(row.id) }
  rememberPlace(list, place, performance.now() - begun)
  return place
}

/** The same list from its end: people also page backward. */
function backwards({ sorted, column, ...far }: FarList): FarList {
  const direction = far.direction === 'asc' ? 'desc' : 'asc'
  const query = (sorted.clone() as AnyQuery).clearOrder() as AnyQuery
  if (column !== 'id') query.orderBy(column, direction)
  query.orderBy('id', direction)
  return { ...far, sorted: query, column, direction }
}

function conditionAfter(
  { sorted, column, direction }: Pick<FarList, 'sorted' | 'column' | 'direction'>,
  { value, id }: RowPlace
): AnyQuery {
  const is = direction === 'asc' ? '>' : '<'
  const query = sorted.clone() as AnyQuery
  return column === 'id'
    ? query.where('id', is, id)
    : query.whereRaw(`(??, ??) ${is} (?, ?)`, [column, 'id', value as string, id])
}
