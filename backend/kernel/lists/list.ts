import { ExactNumber, isJsonObject, parseExact } from '../json/index.js'
import type { RowPlace } from './places.js'
import { refuseForeign } from '../shapes/input_safety.js'
import { Problem } from '../ground/problem.js'
import { text, type Text } from '../ground/text.js'
import { isUuid } from '../ground/uuid.js'
import { readInstant } from '../shapes/read_instant.js'

/** An instant to compare with a column. */
interface Bound {
  column: string
  operator: '>=' | '<'
  /** Also accepts the id of a row, or an empty value for the start. The list applies these values itself. */
  orId?: true
}

/**
 * Kind of value a filter takes; a list of words allows exactly these. `texts` is one text or several. `values`
 * takes keys of its own, such as `metadata.customer`, each with a value or a range.
 */
export type FilterKind =
  | 'text'
  | 'texts'
  | 'id'
  | 'boolean'
  | 'number'
  | 'values'
  | Bound
  | readonly string[]

type Scalar = string | number | boolean | null
const rangeEnds = ['gt', 'gte', 'lt', 'lte'] as const
/** A range of values: `{ gte: 100, lt: 200 }`. */
export type FilterRange = Partial<Record<(typeof rangeEnds)[number], string | number>>
export type FilterValue = Scalar | string[] | FilterRange

/** Filters and sorts of a list operation. Any other name is refused with 400. */
export interface ListDefinition {
  /** Unit of Content-Range, e.g. `assets`. */
  resource: string
  /** `id` is always available. */
  filters: Record<string, FilterKind>
  /** Sortable field → column, or an expression in parentheses for short lists. */
  sorts: Record<string, string>
  defaultSort: [field: string, direction: 'asc' | 'desc']
  /** Other query names the specification uses → filter, e.g. `{ parent: 'parentId' }`. */
  aliases?: Record<string, string>
}

/**
 * The filters `after` (that instant or later) and `before` (earlier), so that consecutive periods share no row.
 * Index the column behind `tenant_id`.
 */
export const period = (column: string): Record<'after' | 'before', Bound> => ({
  after: { column, operator: '>=' },
  before: { column, operator: '<' },
})

export const isBound = (kind: FilterKind | undefined): kind is Bound =>
  typeof kind === 'object' && 'column' in kind

export interface ListRequest {
  filter: Record<string, FilterValue>
  sort: { field: string; direction: 'asc' | 'desc' }
  offset: number
  limit: number
  /** Set for cursor lists: rows after a row, or from the start, instead of `offset`. */
  byPlace?: { at: RowPlace | undefined }
}

export const defaultPageSize = 100
export const maxPageSize = 1000
/** Four-digit years, which every database reads and text comparison orders. */
const earliest = new Date('0001-01-01T00:00:00Z')
const latest = new Date('9999-12-31T23:59:59.999Z')
/** Largest value of an integer column on every database. */
const maxInteger = 2 ** 31 - 1

function refuse(message: Text): never {
  throw new Problem(400, 'E_LIST', message)
}

function json(name: string, given: string): unknown {
  let value: unknown
  try {
    value = parseExact(given)
  } catch {
    refuse(text('The query parameter "{name}" is not valid JSON.', { name }))
  }
  refuseForeign({ [name]: value })
  return value
}

const reserved = new Set(['filter', 'range', 'sort', 'limit', 'tenantId'])

/**
 * Reads `filter`, `range`, `sort` (ra-data-simple-rest), `limit` and plain filter names from a query string.
 * @throws Problem 400 that names the unknown or ill-typed part; 422 for invalid text or keys.
 */
export function parseList(definition: ListDefinition, query: Record<string, unknown>): ListRequest {
  const filter: Record<string, FilterValue> = {}
  const given = { ...filtersOf(query), ...plainFilters(definition, query) }
  for (const [name, value] of Object.entries(given)) {
    const field = aliasOf(definition, name)
    const kind = field === 'id' ? 'id' : kindOf(definition, field)
    if (!kind) {
      const known = Object.keys(definition.filters).join(', ')
      refuse(text('Unknown filter "{name}". Known filters: id, {known}.', { name, known }))
    }
    filter[field] = filterValue(name, kind, value)
  }
  return { filter, sort: parseSort(definition, query.sort), ...parseRange(query) }
}

// Names of Object.prototype are not aliases.
const aliasOf = ({ aliases = {} }: ListDefinition, name: string): string =>
  Object.hasOwn(aliases, name) ? aliases[name]! : name

function kindOf({ filters }: ListDefinition, field: string): FilterKind | undefined {
  if (Object.hasOwn(filters, field)) {
    if (filters[field] !== 'values') return filters[field]
    return refuse(
      text('The filter "{name}" needs a key: {example}.', {
        name: field,
        example: `${field}.customer`,
      })
    )
  }
  const { group, key } = keyed(field)
  return key !== '' && Object.hasOwn(filters, group) && filters[group] === 'values'
    ? 'values'
    : undefined
}

/** Splits `metadata.customer` into filter and key. */
export function keyed(name: string): { group: string; key: string } {
  const [group = ''] = name.split('.', 1)
  return { group, key: name.slice(group.length + 1) }
}

function filtersOf(query: Record<string, unknown>): object {
  if (query.filter === undefined || query.filter === '') return {}
  const value = json('filter', String(query.filter))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(text('The query parameter "filter" must be a JSON object.'))
  }
  return value
}

/** `tenantId` usually selects the scope; on lists across tenants it is a filter. */
function plainFilters(
  { filters }: ListDefinition,
  query: Record<string, unknown>
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => !reserved.has(name) || Object.hasOwn(filters, name))
  )
}

function filterValue(name: string, kind: FilterKind, value: unknown): FilterValue {
  if (kind === 'boolean') {
    if (value === true || value === 'true') return true
    if (value === false || value === 'false') return false
    return refuse(text('The filter "{name}" must be true or false.', { name }))
  }
  if (kind === 'number') {
    const number = typeof value === 'string' && value !== '' ? Number(value) : value
    const fits = Number.isInteger(number) && Math.abs(Number(number)) <= maxInteger
    if (fits) return Number(number)
    return refuse(text('The filter "{name}" must be a whole number.', { name }))
  }
  if (kind === 'text') {
    if (typeof value === 'string') return value
    return refuse(text('The filter "{name}" must be a text.', { name }))
  }
  if (kind === 'values') return valueOf(name, value)
  if (isBound(kind)) return kind.orId && isPlace(value) ? value : instantOf(name, value)
  if (kind === 'id' && (value === null || value === '')) return null
  const words = Array.isArray(value) ? value : [value]
  if (!words.every((word) => typeof word === 'string')) {
    return refuse(text('The filter "{name}" must be a text or a list of texts.', { name }))
  }
  if (words.length > maxPageSize) {
    const params = { name, most: maxPageSize }
    return refuse(text('The filter "{name}" must be a list of at most {most} texts.', params))
  }
  if (kind === 'texts') return words
  if (kind !== 'id') {
    const unknown = words.find((word) => !kind.includes(word))
    if (unknown !== undefined) {
      const choices = kind.join(', ')
      return refuse(text('The filter "{name}" must be one of {choices}.', { name, choices }))
    }
  }
  const [word] = words
  if (kind === 'id' && word?.endsWith('*') && !Array.isArray(value)) return beginning(name, word)
  return Array.isArray(value) ? words : (word ?? null)
}

/** The value of a key, or a range. */
function valueOf(name: string, value: unknown): FilterValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (value instanceof ExactNumber) return value.text
  if (isJsonObject(value)) {
    const ends = Object.entries(value).map(
      ([end, limit]) => [end, limit instanceof ExactNumber ? limit.text : limit] as const
    )
    const isRange = ends.every(
      ([end, limit]) =>
        (rangeEnds as readonly string[]).includes(end) &&
        (typeof limit === 'string' || typeof limit === 'number')
    )
    if (isRange && ends.length > 0) return Object.fromEntries(ends) as FilterRange
  }
  return refuse(
    text(
      'The filter "{name}" must be a text, a number, true or false, or a range of {ends}: {example}.',
      { name, ends: rangeEnds.join(', '), example: '{"gte":100,"lt":200}' }
    )
  )
}

/** An id prefix with its star. Ids ignore case. */
function beginning(name: string, word: string): string {
  if (/^[0-9a-f][0-9a-f-]{3,34}\*$/i.test(word)) return word.toLowerCase()
  return refuse(
    text(
      'The filter "{name}" takes the beginning of an id as 4 characters or more and a star: 3f2a9c41*.',
      {
        name,
      }
    )
  )
}

/** Whether a text is a row id, or empty (the start of the list), rather than an instant. */
export const isPlace = (value: unknown): value is string =>
  typeof value === 'string' && (value === '' || value === '0' || isUuid(value))

/** An instant as databases store it: UTC with milliseconds. */
function instantOf(name: string, value: unknown): string {
  const time = typeof value === 'string' ? readInstant(value) : null
  if (time && time >= earliest && time <= latest) return time.toISOString()
  return refuse(
    text('The filter "{name}" must be an instant such as 2026-01-31T08:00:00Z.', { name })
  )
}

function parseSort(definition: ListDefinition, value: unknown): ListRequest['sort'] {
  if (value === undefined || value === '') {
    const [field, direction] = definition.defaultSort
    return { field, direction }
  }
  const sort = json('sort', String(value))
  const [field, order] = Array.isArray(sort) ? sort : []
  if (typeof field !== 'string' || (order !== 'ASC' && order !== 'DESC')) {
    refuse(text('The query parameter "sort" must read like ["name","ASC"].'))
  }
  if (field !== 'id' && !Object.hasOwn(definition.sorts, field)) {
    const known = Object.keys(definition.sorts).join(', ')
    refuse(text('Cannot sort by "{field}". Sortable fields: id, {known}.', { field, known }))
  }
  return { field, direction: order === 'ASC' ? 'asc' : 'desc' }
}

function parseRange(query: Record<string, unknown>): { offset: number; limit: number } {
  if (query.range === undefined || query.range === '') {
    const limit = query.limit === undefined ? defaultPageSize : Number(query.limit)
    if (!Number.isInteger(limit) || limit < 1 || limit > maxPageSize) {
      refuse(
        text('The query parameter "limit" must be a whole number from 1 to {most}.', {
          most: maxPageSize,
        })
      )
    }
    return { offset: 0, limit }
  }
  const range = json('range', String(query.range))
  const [first, last] = Array.isArray(range) ? range : []
  const whole = Number.isSafeInteger(first) && Number.isSafeInteger(last)
  if (!whole || first < 0 || last < first || last - first >= maxPageSize) {
    refuse(
      text('The query parameter "range" must read like [0,24], with at most {most} items.', {
        most: maxPageSize,
      })
    )
  }
  return { offset: first, limit: last - first + 1 }
}
