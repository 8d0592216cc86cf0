import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { LucidModel, LucidRow, ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { ask } from '../database/database.js'
import type { Value } from '../database/driver.js'
import { writeStamp } from '../database/write_stamp.js'
import { currentContext } from '../ground/context.js'
import { beginsWith, type AnyQuery } from './beginnings.js'
import { countedLately } from './totals.js'
import { isBound, type FilterValue, type ListDefinition, type ListRequest } from './list.js'

/** One page of a list with the number of all matching rows; answered with Content-Range. */
export class Page<T> {
  constructor(
    readonly rows: T[],
    readonly total: number,
    readonly offset: number
  ) {}

  map<U>(show: (row: T) => U): Page<U> {
    return new Page(this.rows.map(show), this.total, this.offset)
  }
}

type ModelQuery<M extends LucidModel> = ModelQueryBuilderContract<M>
type TableQuery = DatabaseQueryBuilderContract<Record<string, unknown>>
/** How a filter narrows the query; filters without one compare the column of their name. */
type Filters<Q> = Record<string, (query: Q, value: FilterValue) => unknown>

/** The columns of a model as a plain object: what transformers take, whether read singly or in lists. */
export type Row<T extends LucidRow> = {
  [K in keyof T as K extends keyof LucidRow ? never : K]: T[K]
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isBeginning = (name: string, kind: unknown, value: FilterValue): value is `${string}*` =>
  (name === 'id' || kind === 'id') && typeof value === 'string' && value.endsWith('*')

async function narrow(
  query: AnyQuery,
  definition: ListDefinition,
  request: ListRequest,
  filters: Filters<never>
): Promise<void> {
  for (const [name, value] of Object.entries(request.filter)) {
    const apply = filters[name]
    const kind = definition.filters[name]
    if (apply) await apply(query as never, value)
    else if (isBound(kind)) query.where(kind.column, kind.operator, String(value))
    else if (isBeginning(name, kind, value)) await beginsWith(query, name, snakeCase(name), value)
    else if (Array.isArray(value)) query.whereIn(snakeCase(name), value)
    else if (value === null) query.whereNull(snakeCase(name))
    else query.where(snakeCase(name), value)
  }
}

interface Compiled {
  sql: string
  bindings: readonly Value[]
}

/** Rows of one page as the table has them, and what tells this list from others, whatever page is read. */
interface Cut {
  rows: object[]
  list: string
}

/** Asks for the page by its text, past what Lucid and Knex do for each query they run; `query` stays as it was. */
async function cut(
  query: AnyQuery,
  definition: ListDefinition,
  { sort, offset, limit }: ListRequest
): Promise<Cut> {
  const sorted = query.clone()
  if (sort.field !== 'id') sorted.orderBy(definition.sorts[sort.field]!, sort.direction)
  // Rows that sort alike must not change places between pages.
  sorted.orderBy('id', sort.direction)
  const { sql, bindings } = sorted.toSQL() as Compiled
  const rows = await ask<object>(`${sql} limit ? offset ?`, [...bindings, limit, offset])
  // Row-level security narrows the query too, unseen: the tenant belongs to the list.
  const { tenantId, operator } = currentContext()
  return { rows, list: JSON.stringify([tenantId, operator, sql, bindings]) }
}

async function total(
  query: AnyQuery,
  { offset, limit }: ListRequest,
  { rows: { length: found }, list }: Cut
): Promise<number> {
  // A page that is not full tells the total by itself.
  if (found < limit && (found > 0 || offset === 0)) return offset + found
  const count = async () => {
    const counting = query.clearSelect().clearOrder().count('* as total')
    const { sql, bindings } = counting.toSQL() as Compiled
    const [row] = await ask<{ total: number }>(sql, bindings)
    return Number(row?.total ?? 0)
  }
  return await countedLately(list, count, await writeStamp())
}

/** Filters, sorts and cuts a model's query; rows come as plain objects, without model instances. */
export async function paginate<M extends LucidModel>(
  query: ModelQuery<M>,
  definition: ListDefinition,
  request: ListRequest,
  filters: Filters<ModelQuery<M>> = {}
): Promise<Page<Row<InstanceType<M>>>> {
  await narrow(query as ModelQuery<LucidModel>, definition, request, filters)
  const page = await cut(query as ModelQuery<LucidModel>, definition, request)
  const rows = page.rows.map((row) => plainRow(query.model, row)) as Row<InstanceType<M>>[]
  const all = await total(query as ModelQuery<LucidModel>, request, page)
  return new Page(rows, all, request.offset)
}

/** As `paginate`, for a plain table query; rows keep their column names. */
export async function paginateTable<R>(
  query: DatabaseQueryBuilderContract<R>,
  definition: ListDefinition,
  request: ListRequest,
  filters: Filters<DatabaseQueryBuilderContract<R>> = {}
): Promise<Page<R>> {
  await narrow(query as TableQuery, definition, request, filters)
  const page = await cut(query as TableQuery, definition, request)
  return new Page(page.rows as R[], await total(query as TableQuery, request, page), request.offset)
}

function plainRow(model: LucidModel, raw: Record<string, unknown> | object): object {
  const row: Record<string, unknown> = {}
  const source = raw as Record<string, unknown>
  for (const [attribute, { columnName, consume }] of model.$columnsDefinitions) {
    if (!(columnName in source)) continue
    const value = source[columnName]
    row[attribute] = consume ? consume(value, attribute, undefined as never) : value
  }
  return row
}
