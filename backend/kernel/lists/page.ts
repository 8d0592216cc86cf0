import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { LucidModel, LucidRow, ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { writeStamp } from '../database/transactions/write_stamp.js'
import { beginsWith, type AnyQuery } from './id_prefix.js'
import {
  queryRunnerFor,
  compiled,
  readPage,
  readRowsAfter,
  readFoundIds,
  readCursorPage,
  type RunQuery,
  type PageRows,
  type Next,
} from './cut.js'
import type { RowPlace } from './places.js'
import {
  areCommon,
  fewRows,
  foundRows,
  manyRows,
  narrowToIds,
  IndexSearch,
} from '../search/index.js'
import { countedLately, longList } from './totals.js'
import { isBound, keyed, type FilterValue, type ListDefinition, type ListRequest } from './list.js'

/** One page of a list with the number of all matching rows; answered with Content-Range. */
export class Page<T> {
  constructor(
    readonly rows: T[],
    readonly total: number,
    readonly offset: number,
    /** Set for cursor pages; undefined means `total` decides whether more rows follow. */
    readonly next?: Next
  ) {}

  map<U>(show: (row: T) => U): Page<U> {
    return this.with(this.rows.map(show))
  }

  /** The same page with its rows in another form, in the same order. */
  with<U>(rows: U[]): Page<U> {
    return new Page(rows, this.total, this.offset, this.next)
  }
}

type ModelQuery<M extends LucidModel> = ModelQueryBuilderContract<M>
type TableQuery = DatabaseQueryBuilderContract<Record<string, unknown>>
/**
 * How a filter narrows the query. A filter without an entry compares the column of its name. A filter of kind
 * `values` also gets the key.
 */
type Filters<Q> = Record<string, (query: Q, value: FilterValue, key: string) => unknown>

/** The columns of a model as a plain object: the input of transformers, for single rows and lists. */
export type Row<T extends LucidRow> = {
  [K in keyof T as K extends keyof LucidRow ? never : K]: T[K]
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isBeginning = (name: string, kind: unknown, value: FilterValue): value is `${string}*` =>
  (name === 'id' || kind === 'id') && typeof value === 'string' && value.endsWith('*')

interface Narrowing {
  runQuery: RunQuery
  /** A filter matches very many rows, which no index counts. */
  areMany: boolean
  /** An index found all rows; they still need sorting. */
  areFound: boolean
}

/** @returns hints that the filters give about the list */
async function narrow(
  query: AnyQuery,
  definition: ListDefinition,
  request: Pick<ListRequest, 'filter'>,
  filters: Filters<never>
): Promise<Set<unknown>> {
  const hints = new Set<unknown>()
  for (const [name, value] of Object.entries(request.filter)) {
    const kind = definition.filters[name]
    const { group, key } = keyed(name)
    const apply = filters[kind ? name : group]
    if (apply) {
      hints.add(await narrowed(apply(query as never, value, key)))
    } else if (isBound(kind)) query.where(kind.column, kind.operator, String(value))
    else if (isBeginning(name, kind, value)) await beginsWith(query, name, snakeCase(name), value)
    else if (Array.isArray(value)) query.whereIn(snakeCase(name), value)
    else if (value === null) query.whereNull(snakeCase(name))
    else query.where(snakeCase(name), value as string | number | boolean)
  }
  return hints
}

/**
 * The search that uses an index. All other searches, and rows that another filter has already found, are
 * checked row by row.
 */
function indexSearchIn(query: AnyQuery, hints: ReadonlySet<unknown>): IndexSearch | undefined {
  const all = [...hints].filter((one) => one instanceof IndexSearch)
  const areFound = hints.has(fewRows) || hints.has(foundRows)
  const first = areFound ? undefined : all[0]
  for (const one of all) if (one !== first) one.lookAt(query)
  return first
}

function narrowingOf(hints: ReadonlySet<unknown>): Narrowing {
  const areFound = hints.has(foundRows)
  const areMany = hints.has(manyRows)
  return { runQuery: queryRunnerFor(areMany, areFound), areMany, areFound }
}

/** Like `narrow`, but runs the indexed search as its own statement. */
async function narrowFully(...given: Parameters<typeof narrow>): Promise<Narrowing> {
  const hints = await narrow(...given)
  const sought = indexSearchIn(given[0], hints)
  if (sought) hints.add(await sought.settle(given[0]))
  return narrowingOf(hints)
}

/** A filter may return the query, and awaiting the query would run it. */
const narrowed = (applied: unknown) => (applied instanceof Promise ? applied : undefined)

async function countTotal(
  query: AnyQuery,
  { offset, limit, filter }: ListRequest,
  { rows: { length: found }, list }: PageRows,
  { runQuery, areMany }: Narrowing
): Promise<number> {
  // A partly filled page ends the list, so it gives the total.
  if (found < limit && (found > 0 || offset === 0)) return offset + found
  const isBounded = filter.search !== undefined || areMany
  return await countedLately(list, () => countRows(query, isBounded, runQuery), await writeStamp())
}

/** Counts all rows of a list; without an index, counts no further than `longList`. */
async function countRows(query: AnyQuery, isBounded: boolean, runQuery: RunQuery): Promise<number> {
  const rows = query.clone().clearSelect().clearOrder() as AnyQuery
  const some = compiled((rows.clone() as AnyQuery).select('id'))
  const counted = `select count(*) as total from (${some.sql} limit ?) as fitting`
  const [bounded] = await runQuery<Total>(counted, [...some.bindings, longList])
  if (isBounded || Number(bounded!.total) < longList) return Number(bounded!.total)
  const { sql, bindings } = compiled(rows.count('* as total'))
  const [all] = await queryRunnerFor(true)<Total>(sql, bindings)
  return Number(all!.total)
}

interface Total {
  total: number | string
}

/** Filters, sorts and cuts a model's query. Rows are plain objects, not model instances. */
export async function paginate<M extends LucidModel>(
  query: ModelQuery<M>,
  definition: ListDefinition,
  request: ListRequest,
  filters: Filters<ModelQuery<M>> = {}
): Promise<Page<Row<InstanceType<M>>>> {
  const given = [query as ModelQuery<LucidModel>, definition, request] as const
  if (request.byPlace) {
    const { runQuery } = await narrowFully(...given, filters)
    const { rows, next } = await readCursorPage(...given, runQuery)
    const columns = readColumns(query.model)
    const shown = rows.map((row) => plainRow(columns, row)) as Row<InstanceType<M>>[]
    return new Page(shown, 0, request.offset, next)
  }
  const hints = await narrow(...given, filters)
  const plain = ({ rows }: Pick<PageRows, 'rows'>) => {
    const columns = readColumns(query.model)
    return rows.map((row) => plainRow(columns, row)) as Row<InstanceType<M>>[]
  }
  const sought = indexSearchIn(given[0], hints)
  if (sought || narrowingOf(hints).areFound) {
    const runQuery = (await sought?.blocksServer())
      ? queryRunnerFor(true)
      : narrowingOf(hints).runQuery
    const page = await pageOfFound(...given, runQuery, sought)
    if (page) return new Page(plain(page), page.total, request.offset)
    sought?.lookAt(given[0])
    hints.add(manyRows)
  }
  const how = narrowingOf(hints)
  const page = await readPage(...given, how.runQuery)
  return new Page(plain(page), await countTotal(given[0], request, page, how), request.offset)
}

/**
 * Reads the rows an index found once, for the page and the total, then loads the rows of the page.
 * @returns undefined when the search term is too common
 */
async function pageOfFound(
  query: ModelQuery<LucidModel>,
  definition: ListDefinition,
  request: ListRequest,
  runQuery: RunQuery,
  sought: IndexSearch | undefined
): Promise<{ rows: object[]; total: number } | undefined> {
  const { ids, total, indexed } = await readFoundIds(query, definition, request, runQuery, sought)
  if (areCommon(indexed)) return undefined
  if (ids.length === 0) return { rows: [], total }
  const own = query.clone()
  narrowToIds(own, query.model.table, ids)
  const { sql, bindings } = compiled(own)
  const read = await queryRunnerFor(false)<{ id: string }>(sql, bindings)
  const rows = new Map(read.map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), total }
}

/**
 * Reads the rows after a place, for exports of a whole list. It counts nothing. Concurrent writes never make it
 * repeat or skip a row. For sorts by columns that are never null.
 * @param place `last` of the previous rows; undefined for the first rows
 */
export async function readNextRows<M extends LucidModel>(
  query: ModelQuery<M>,
  definition: ListDefinition,
  request: Pick<ListRequest, 'filter' | 'sort' | 'limit'>,
  place: RowPlace | undefined,
  filters: Filters<ModelQuery<M>> = {}
): Promise<{ rows: Row<InstanceType<M>>[]; last: RowPlace | undefined }> {
  const { runQuery } = await narrowFully(
    query as ModelQuery<LucidModel>,
    definition,
    request,
    filters
  )
  const { rows, last } = await readRowsAfter(
    ...([query as ModelQuery<LucidModel>, definition, request, place, runQuery] as const)
  )
  const columns = readColumns(query.model)
  return { rows: rows.map((row) => plainRow(columns, row)) as Row<InstanceType<M>>[], last }
}

/** Like `paginate`, for a plain table query; rows keep their column names. */
export async function paginateTable<R>(
  query: DatabaseQueryBuilderContract<R>,
  definition: ListDefinition,
  request: ListRequest,
  filters: Filters<DatabaseQueryBuilderContract<R>> = {}
): Promise<Page<R>> {
  const how = await narrowFully(query as TableQuery, definition, request, filters)
  if (request.byPlace) {
    const { rows, next } = await readCursorPage(
      query as TableQuery,
      definition,
      request,
      how.runQuery
    )
    return new Page(rows as R[], 0, request.offset, next)
  }
  const page = await readPage(query as TableQuery, definition, request, how.runQuery)
  const all = await countTotal(query as TableQuery, request, page, how)
  return new Page(page.rows as R[], all, request.offset)
}

/** Like `readNextRows`, for a plain table query; rows keep their column names. */
export async function readNextTableRows<R>(
  query: DatabaseQueryBuilderContract<R>,
  definition: ListDefinition,
  request: Pick<ListRequest, 'filter' | 'sort' | 'limit'>,
  place: RowPlace | undefined,
  filters: Filters<DatabaseQueryBuilderContract<R>> = {}
): Promise<{ rows: R[]; last: RowPlace | undefined }> {
  const { runQuery } = await narrowFully(query as TableQuery, definition, request, filters)
  const { rows, last } = await readRowsAfter(
    query as TableQuery,
    definition,
    request,
    place,
    runQuery
  )
  return { rows: rows as R[], last }
}

type Consumer = (value: unknown, attribute: string, model: never) => unknown

interface ReadColumn {
  attribute: string
  columnName: string
  consume: Consumer | undefined
}

/** Lucid keeps column definitions in a map; an array is faster to walk for every row. */
const columnsOf = new WeakMap<LucidModel, ReadColumn[]>()

function readColumns(model: LucidModel): ReadColumn[] {
  const known = columnsOf.get(model)
  if (known) return known
  const columns = [...model.$columnsDefinitions].map(([attribute, { columnName, consume }]) => ({
    attribute,
    columnName,
    consume: consume as Consumer | undefined,
  }))
  columnsOf.set(model, columns)
  return columns
}

function plainRow(columns: ReadColumn[], raw: object): object {
  const row: Record<string, unknown> = {}
  const source = raw as Record<string, unknown>
  for (const { attribute, columnName, consume } of columns) {
    const value = source[columnName]
    if (value !== undefined) {
      row[attribute] = consume ? consume(value, attribute, undefined as never) : value
    }
  }
  return row
}
