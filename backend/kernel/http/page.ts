import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { LucidModel, LucidRow, ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { writeStamp } from '../database/write_stamp.js'
import { beginsWith, type AnyQuery } from './beginnings.js'
import {
  askingFor,
  compiled,
  cut,
  cutBehind,
  cutOfFound,
  cutOn,
  type Asking,
  type Cut,
  type Next,
  type RowPlace,
} from './cut.js'
import { areCommon, fewRows, foundRows, manyRows, narrowToIds, Sought } from '../search/index.js'
import { countedLately, longList } from './totals.js'
import { isBound, keyed, type FilterValue, type ListDefinition, type ListRequest } from './list.js'

/** One page of a list with the number of all matching rows; answered with Content-Range. */
export class Page<T> {
  constructor(
    readonly rows: T[],
    readonly total: number,
    readonly offset: number,
    /** Of a page that is read by cursor; undefined: `total` says whether more follow. */
    readonly next?: Next
  ) {}

  map<U>(show: (row: T) => U): Page<U> {
    return this.with(this.rows.map(show))
  }

  /** The same page with its rows in another form, in their order. */
  with<U>(rows: U[]): Page<U> {
    return new Page(rows, this.total, this.offset, this.next)
  }
}

type ModelQuery<M extends LucidModel> = ModelQueryBuilderContract<M>
type TableQuery = DatabaseQueryBuilderContract<Record<string, unknown>>
/**
 * How a filter narrows the query; filters without one compare the column of their name. One of `values` is told the key,
 * too.
 */
type Filters<Q> = Record<string, (query: Q, value: FilterValue, key: string) => unknown>

/** The columns of a model as a plain object: what transformers take, whether read singly or in lists. */
export type Row<T extends LucidRow> = {
  [K in keyof T as K extends keyof LucidRow ? never : K]: T[K]
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isBeginning = (name: string, kind: unknown, value: FilterValue): value is `${string}*` =>
  (name === 'id' || kind === 'id') && typeof value === 'string' && value.endsWith('*')

interface Narrowing {
  asking: Asking
  /** A filter fits very many rows, which no index counts. */
  areMany: boolean
  /** All rows were found by an index and are yet to be sorted. */
  areFound: boolean
}

/** @returns what the filters say of the list */
async function narrow(
  query: AnyQuery,
  definition: ListDefinition,
  request: Pick<ListRequest, 'filter'>,
  filters: Filters<never>
): Promise<Set<unknown>> {
  const said = new Set<unknown>()
  for (const [name, value] of Object.entries(request.filter)) {
    const kind = definition.filters[name]
    const { group, key } = keyed(name)
    const apply = filters[kind ? name : group]
    if (apply) {
      said.add(await narrowed(apply(query as never, value, key)))
    } else if (isBound(kind)) query.where(kind.column, kind.operator, String(value))
    else if (isBeginning(name, kind, value)) await beginsWith(query, name, snakeCase(name), value)
    else if (Array.isArray(value)) query.whereIn(snakeCase(name), value)
    else if (value === null) query.whereNull(snakeCase(name))
    else query.where(snakeCase(name), value as string | number | boolean)
  }
  return said
}

/** What an index is to be asked for. Of all else that is sought, and of rows that another filter has found, each is looked at. */
function soughtIn(query: AnyQuery, said: ReadonlySet<unknown>): Sought | undefined {
  const all = [...said].filter((one) => one instanceof Sought)
  const areFound = said.has(fewRows) || said.has(foundRows)
  const first = areFound ? undefined : all[0]
  for (const one of all) if (one !== first) one.lookAt(query)
  return first
}

function howToAsk(said: ReadonlySet<unknown>): Narrowing {
  const areFound = said.has(foundRows)
  const areMany = said.has(manyRows)
  return { asking: askingFor(areMany, areFound), areMany, areFound }
}

/** As `narrow`; what is sought is found by itself. */
async function narrowAtOnce(...given: Parameters<typeof narrow>): Promise<Narrowing> {
  const said = await narrow(...given)
  const sought = soughtIn(given[0], said)
  if (sought) said.add(await sought.settle(given[0]))
  return howToAsk(said)
}

/** A filter may give back the query, which would be asked if it were awaited. */
const narrowed = (applied: unknown) => (applied instanceof Promise ? applied : undefined)

async function total(
  query: AnyQuery,
  { offset, limit, filter }: ListRequest,
  { rows: { length: found }, list }: Cut,
  { asking, areMany }: Narrowing
): Promise<number> {
  // A page that is not full tells the total by itself.
  if (found < limit && (found > 0 || offset === 0)) return offset + found
  const isBounded = filter.search !== undefined || areMany
  return await countedLately(list, () => countRows(query, isBounded, asking), await writeStamp())
}

/** All rows of a list; of what no index counts no more than make a list long. */
async function countRows(query: AnyQuery, isBounded: boolean, asking: Asking): Promise<number> {
  const rows = query.clone().clearSelect().clearOrder() as AnyQuery
  const some = compiled((rows.clone() as AnyQuery).select('id'))
  const counted = `select count(*) as total from (${some.sql} limit ?) as fitting`
  const [bounded] = await asking<Total>(counted, [...some.bindings, longList])
  if (isBounded || Number(bounded!.total) < longList) return Number(bounded!.total)
  const { sql, bindings } = compiled(rows.count('* as total'))
  const [all] = await askingFor(true)<Total>(sql, bindings)
  return Number(all!.total)
}

interface Total {
  total: number | string
}

/** Filters, sorts and cuts a model's query; rows come as plain objects, without model instances. */
export async function paginate<M extends LucidModel>(
  query: ModelQuery<M>,
  definition: ListDefinition,
  request: ListRequest,
  filters: Filters<ModelQuery<M>> = {}
): Promise<Page<Row<InstanceType<M>>>> {
  const given = [query as ModelQuery<LucidModel>, definition, request] as const
  if (request.byPlace) {
    const { asking } = await narrowAtOnce(...given, filters)
    const { rows, next } = await cutOn(...given, asking)
    const columns = readColumns(query.model)
    const shown = rows.map((row) => plainRow(columns, row)) as Row<InstanceType<M>>[]
    return new Page(shown, 0, request.offset, next)
  }
  const said = await narrow(...given, filters)
  const plain = ({ rows }: Pick<Cut, 'rows'>) => {
    const columns = readColumns(query.model)
    return rows.map((row) => plainRow(columns, row)) as Row<InstanceType<M>>[]
  }
  const sought = soughtIn(given[0], said)
  if (sought || howToAsk(said).areFound) {
    const asking = (await sought?.isMuch()) ? askingFor(true) : howToAsk(said).asking
    const page = await pageOfFound(...given, asking, sought)
    if (page) return new Page(plain(page), page.total, request.offset)
    sought?.lookAt(given[0])
    said.add(manyRows)
  }
  const how = howToAsk(said)
  const page = await cut(...given, how.asking)
  return new Page(plain(page), await total(given[0], request, page, how), request.offset)
}

/**
 * Rows that an index found are looked at once, for the page and for the total; then those of the page are read.
 * @returns undefined where what is sought is common
 */
async function pageOfFound(
  query: ModelQuery<LucidModel>,
  definition: ListDefinition,
  request: ListRequest,
  asking: Asking,
  sought: Sought | undefined
): Promise<{ rows: object[]; total: number } | undefined> {
  const { ids, total, indexed } = await cutOfFound(query, definition, request, asking, sought)
  if (areCommon(indexed)) return undefined
  if (ids.length === 0) return { rows: [], total }
  const own = query.clone()
  narrowToIds(own, query.model.table, ids)
  const { sql, bindings } = compiled(own)
  const read = await askingFor(false)<{ id: string }>(sql, bindings)
  const rows = new Map(read.map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), total }
}

/**
 * Some rows of a list behind one of them, for who reads all of it: nothing is counted, and whatever is written meanwhile,
 * no row is told twice or left out. For sorts by columns that are never null.
 * @param place `last` of the rows before; undefined for the first
 */
export async function readOn<M extends LucidModel>(
  query: ModelQuery<M>,
  definition: ListDefinition,
  request: Pick<ListRequest, 'filter' | 'sort' | 'limit'>,
  place: RowPlace | undefined,
  filters: Filters<ModelQuery<M>> = {}
): Promise<{ rows: Row<InstanceType<M>>[]; last: RowPlace | undefined }> {
  const { asking } = await narrowAtOnce(
    query as ModelQuery<LucidModel>,
    definition,
    request,
    filters
  )
  const { rows, last } = await cutBehind(
    ...([query as ModelQuery<LucidModel>, definition, request, place, asking] as const)
  )
  const columns = readColumns(query.model)
  return { rows: rows.map((row) => plainRow(columns, row)) as Row<InstanceType<M>>[], last }
}

/** As `paginate`, for a plain table query; rows keep their column names. */
export async function paginateTable<R>(
  query: DatabaseQueryBuilderContract<R>,
  definition: ListDefinition,
  request: ListRequest,
  filters: Filters<DatabaseQueryBuilderContract<R>> = {}
): Promise<Page<R>> {
  const how = await narrowAtOnce(query as TableQuery, definition, request, filters)
  if (request.byPlace) {
    const { rows, next } = await cutOn(query as TableQuery, definition, request, how.asking)
    return new Page(rows as R[], 0, request.offset, next)
  }
  const page = await cut(query as TableQuery, definition, request, how.asking)
  const all = await total(query as TableQuery, request, page, how)
  return new Page(page.rows as R[], all, request.offset)
}

/** As `readOn`, for a plain table query; rows keep their column names. */
export async function readOnTable<R>(
  query: DatabaseQueryBuilderContract<R>,
  definition: ListDefinition,
  request: Pick<ListRequest, 'filter' | 'sort' | 'limit'>,
  place: RowPlace | undefined,
  filters: Filters<DatabaseQueryBuilderContract<R>> = {}
): Promise<{ rows: R[]; last: RowPlace | undefined }> {
  const { asking } = await narrowAtOnce(query as TableQuery, definition, request, filters)
  const { rows, last } = await cutBehind(query as TableQuery, definition, request, place, asking)
  return { rows: rows as R[], last }
}

type Consumer = (value: unknown, attribute: string, model: never) => unknown

interface ReadColumn {
  attribute: string
  columnName: string
  consume: Consumer | undefined
}

/** What Lucid keeps in a map of definitions, as it is walked for every row. */
const columnsOf = new WeakMap<LucidModel, ReadColumn[]>()

function readColumns(model: LucidModel): ReadColumn[] {
  const known = columnsOf.get(model)
  if (known) return known
  const columns = [...model.$columnsDefinitions].map(([attribute, { columnName, consume }]) => ({
    ...{ attribute, columnName },
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
