import type { Value } from '../database/driver.js'
import { dialect } from '../database/database.js'
import { askAside, askAsideOrHere, askOrAside } from '../database/readers.js'
import { currentContext, peekContext } from '../ground/context.js'
import type { AnyQuery } from './beginnings.js'
import type { ListDefinition, ListRequest } from './list.js'
import type { Sought } from '../search/index.js'
import { farOffset, placeUpTo, rememberPlace, type Place } from './places.js'

interface Compiled {
  sql: string
  bindings: readonly Value[]
}

type RawRow = Record<string, Value>

/** Rows of one page as the table has them, and what tells this list from others, whatever page is read. */
export interface Cut {
  rows: object[]
  list: string
}

export const compiled = (query: AnyQuery) => query.toSQL() as Compiled

export type Asking = typeof askOrAside

/** How a list is asked; what is known to look at many rows holds up no other question. */
export function askingFor(areMany: boolean, areFound = false): Asking {
  if (peekContext()?.trx) return askOrAside
  if (areMany) return askAside
  return areFound ? askAsideOrHere : askOrAside
}

/** Rows that are counted off along an index before anybody notices. */
const fewLeftOut = 20_000

function limited(
  { asking }: Pick<Far, 'asking'>,
  query: AnyQuery,
  limit: number,
  offset: number
): Promise<RawRow[]> {
  const { sql, bindings } = compiled(query)
  const ask = offset > fewLeftOut ? askingFor(true) : asking
  return ask<RawRow>(`${sql} limit ? offset ?`, [...bindings, limit, offset])
}

const isExpression = (column: string) => column.startsWith('(')

/** In its order; rows that sort alike must not change places between pages. */
function inOrder(
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

/** Where a list is read on: behind this row. */
export type RowPlace = Pick<Place, 'value' | 'id'>

/** The rows behind a row, or the first ones; and the last of them. A column it is sorted by must not be null. */
export async function cutBehind(
  query: AnyQuery,
  definition: ListDefinition,
  { sort, limit }: Pick<ListRequest, 'sort' | 'limit'>,
  place: RowPlace | undefined,
  asking: Asking
): Promise<{ rows: object[]; last: RowPlace | undefined }> {
  const order = inOrder(query, definition, sort)
  const { sql, bindings } = compiled(place ? behind(order, place) : order.sorted)
  const rows = await asking<RawRow>(`${sql} limit ?`, [...bindings, limit])
  const last = rows.at(-1)
  return { rows, last: last && { value: last[order.column]!, id: String(last.id) } }
}

/** Where a page that is read by cursor goes on: behind a row, behind as many rows as came, or nowhere. */
export type Next = RowPlace | 'count' | null

/**
 * A page of a list that is read by cursor, and its last row where more follow. Rows without a value to sort by are a zone
 * of their own, which SQLite sorts before all values and PostgreSQL behind them.
 */
export async function cutOn(
  query: AnyQuery,
  definition: ListDefinition,
  request: Pick<ListRequest, 'sort' | 'limit' | 'offset' | 'byPlace'>,
  asking: Asking
): Promise<{ rows: object[]; next: Next }> {
  const order = inOrder(query, definition, request.sort)
  const { sorted, column, direction } = order
  const place = request.byPlace?.at
  const most = request.limit + 1
  const ask = (some: AnyQuery, count: number, offset = 0) =>
    limited({ asking }, some, count, offset)
  let rows: RawRow[]
  if (!place) rows = await ask(sorted, most, request.offset)
  else if (column === 'id') rows = await ask(behind(order, place), most)
  else {
    const nullsFirst = (dialect() === 'sqlite') === (direction === 'asc')
    const without = () => (sorted.clone() as AnyQuery).whereNull(column) as AnyQuery
    const idBehind = direction === 'asc' ? '>' : '<'
    const isAmongNulls = place.value === null
    rows = isAmongNulls
      ? await ask(without().where('id', idBehind, place.id) as AnyQuery, most)
      : await ask(behind(order, place), most)
    if (rows.length < most && isAmongNulls === nullsFirst) {
      const rest = isAmongNulls ? (sorted.clone() as AnyQuery).whereNotNull(column) : without()
      rows = [...rows, ...(await ask(rest as AnyQuery, most - rows.length))]
    }
  }
  const page = rows.slice(0, request.limit)
  if (rows.length < most) return { rows: page, next: null }
  const last = page.at(-1)!
  const value = last[column.replace(/^.*\./, '')]
  // An expression stands in no row: such a list goes on by counting.
  return { rows: page, next: value === undefined ? 'count' : { value, id: String(last.id) } }
}

/**
 * One page, asked for by its text, past what Lucid and Knex do for each query they run; `query` stays as it was. Whoever
 * asks names how many rows to leave out; far from the beginning they are not read again for each page, which begins
 * behind a row that is known or looked up in the index.
 */
export async function cut(
  query: AnyQuery,
  definition: ListDefinition,
  { sort, offset, limit }: ListRequest,
  asking: Asking
): Promise<Cut> {
  const { sorted, column } = inOrder(query, definition, sort)
  const { sql, bindings } = compiled(sorted)
  // Row-level security narrows the query too, unseen: the tenant belongs to the list.
  const { tenantId, operator } = currentContext()
  const list = JSON.stringify([tenantId, operator, sql, bindings])
  if (offset < farOffset || isExpression(column)) {
    return {
      rows: await asking<object>(`${sql} limit ? offset ?`, [...bindings, limit, offset]),
      list,
    }
  }
  const far: Far = { sorted, column, direction: sort.direction, list, asking }
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
export interface CutOfFound {
  ids: string[]
  total: number
  /** What the index gave of what was sought. */
  indexed: number
}

/**
 * The ids of one page, and how many rows there are: of a list whose rows are looked at anyway before they are sorted.
 * @param sought found in the same statement
 */
export async function cutOfFound(
  query: AnyQuery,
  definition: ListDefinition,
  { sort, offset, limit }: ListRequest,
  asking: Asking,
  sought?: Sought
): Promise<CutOfFound> {
  const { column, direction } = inOrder(query, definition, sort)
  const keys = [...new Set(['id', column])]
  const narrowed = (query.clone() as AnyQuery).clearSelect().select(keys) as AnyQuery
  sought?.narrow(narrowed)
  const { sql, bindings } = compiled(narrowed)
  const { sql: tables, values } = sought?.tables ?? { sql: '', values: [] }
  const order = (of: string) =>
    [...new Set([column, 'id'])].map((key) => `${of}.${key} ${direction}`)
  const counts = sought ? `, ${sought.counted} as indexed` : ''
  const rows = await asking<{
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
    ...{ total: Number(total), indexed: Number(indexed) },
  }
}

interface Far {
  sorted: AnyQuery
  column: string
  direction: 'asc' | 'desc'
  list: string
  asking: Asking
}

async function farPage(far: Far, offset: number, limit: number): Promise<RawRow[]> {
  const place = await placeBefore(far, offset)
  if (place === 'end') return []
  if (!place) return limited(far, far.sorted, limit, offset)
  const rows = await limited(far, behind(far, place), limit, 0)
  // Rows without a value may stand at the end, and no comparison finds them.
  return rows.length === limit ? rows : limited(far, far.sorted, limit, offset)
}

/** The row before an offset, if there is one; undefined where it has no value to go by. */
async function placeBefore(far: Far, offset: number): Promise<Place | 'end' | undefined> {
  const { sorted, column, list } = far
  const known = placeUpTo(list, offset)
  if (known?.offset === offset) return known
  const begun = performance.now()
  const keys = (known ? behind(far, known) : sorted.clone()) as AnyQuery
  keys.clearSelect().select(column, 'id')
  const [row] = await limited(far, keys, 1, offset - (known?.offset ?? 0) - 1)
  // A known place is never without a value, but those without one may stand behind it.
  if (!row) return known ? undefined : 'end'
  const value = row[column]
  if (value === null || value === undefined) return undefined
  const place = { offset, value, id: String(row.id) }
  rememberPlace(list, place, performance.now() - begun)
  return place
}

function behind(
  { sorted, column, direction }: Pick<Far, 'sorted' | 'column' | 'direction'>,
  { value, id }: RowPlace
): AnyQuery {
  const is = direction === 'asc' ? '>' : '<'
  const query = sorted.clone() as AnyQuery
  return column === 'id'
    ? query.where('id', is, id)
    : query.whereRaw(`(??, ??) ${is} (?, ?)`, [column, 'id', value as string, id])
}
