import type { HttpContext } from '@adonisjs/core/http'
import { currentContext } from '../ground/context.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { signatures } from '../secrets/signatures.js'
import type { RowPlace } from '../lists/places.js'
import { parseList, type ListDefinition, type ListRequest } from '../lists/list.js'
import type { Operation } from './operation.js'
import type { Page } from '../lists/page.js'
import type { ApiSection } from './api_sections.js'

/** The version of the public API. */
export const apiVersion = '2.1'

export const maxV2Page = 100
const defaultV2Page = 50
const root = '/api'

/**
 * Returns copies of the operations under `/api/v2`.
 * @param sections path prefixes, such as `/assets`, with their sections; the longest match wins, and null
 * excludes the paths below it
 */
export function v2Operations(
  operations: readonly Operation[],
  sections: ReadonlyMap<string, ApiSection | null>
): Operation[] {
  const beginnings = [...sections].sort(([one], [other]) => other.length - one.length)
  const sectionOf = (path: string) =>
    beginnings.find(([beginning]) => `${path}/`.startsWith(`${beginning}/`))?.[1]
  return operations.flatMap((operation) => {
    const { route, method, path, location, live, pages, access } = operation
    const section = path.startsWith(`${root}/`) ? sectionOf(path.slice(root.length)) : null
    if (!section || live || pages || access === 'public') return []
    const moved = (address: string) => address.replace(root, `${root}/v2`)
    return {
      ...operation,
      route: route.replace(`${method} `, `${method} /v2`),
      path: moved(path),
      ...(location ? { location: moved(location) } : {}),
      section,
    }
  })
}

/** Wraps an answer in the envelope of its operation. */
export function inEnvelope({ section }: Operation, body: unknown): unknown {
  return section ? { data: body } : body
}

/** Identifies a list: a cursor is valid only for the list it came from. */
function listMark(
  { path }: Operation,
  { params }: Pick<HttpContext, 'params'>,
  { filter, sort }: Pick<ListRequest, 'filter' | 'sort'>
): string {
  const { tenantId, environmentId } = currentContext()
  return JSON.stringify([path, params, tenantId, environmentId, filter, sort])
}

const prefix = 'c1_'
/** Length of a MAC by `signatures`. */
const checkLength = 43

interface Position {
  offset: number
  place?: RowPlace
}

function refuse(message: ReturnType<typeof text>): never {
  throw new Problem(400, 'E_CURSOR', message)
}

/** The signed text. An unsigned cursor could put any value into a statement. */
const signedText = (mark: string, body: string) => `crossdock cursor\n${mark}\n${body}`

function cursorOf(mark: string, { offset, place }: Position): string {
  const body = JSON.stringify(place ? [offset, place.value, place.id] : [offset])
  const check = signatures.use().mac(signedText(mark, body))
  return prefix + Buffer.from(check + body).toString('base64url')
}

/** @throws Problem 400 for a cursor that did not come from this list */
function positionOf(mark: string, cursor: string): Position {
  if (!cursor.startsWith(prefix)) {
    refuse(
      /^c\d+_/.test(cursor)
        ? text('The cursor comes from another version of Crossdock. Read the list from its start.')
        : text('The cursor is not valid. Use the nextCursor of the previous page.')
    )
  }
  const read = Buffer.from(cursor.slice(prefix.length), 'base64url').toString()
  const body = read.slice(checkLength)
  if (!signatures.use().isMac(signedText(mark, body), read.slice(0, checkLength))) {
    refuse(
      text(
        'The cursor is cut short or belongs to another list, filter, sort, environment or organization. Use the nextCursor of the previous page.'
      )
    )
  }
  const [offset, value, id] = JSON.parse(body) as [number, RowPlace['value'], string?]
  return id === undefined ? { offset } : { offset, place: { value, id } }
}

/**
 * Reads `filter`, `sort`, `limit` (at most 100), `cursor` and plain filter names.
 * @throws Problem 400 as `parseList`, and for a cursor that did not come from this list
 */
export function parseV2List(
  operation: Operation,
  http: Pick<HttpContext, 'params'>,
  definition: ListDefinition,
  query: Record<string, unknown>
): ListRequest {
  const { cursor, limit, range, ...others } = query
  if (range !== undefined) {
    refuse(text('The query parameter "range" is not known here. Use "limit" and "cursor".'))
  }
  const count = limit === undefined ? defaultV2Page : wholeNumber(limit)
  if (count === undefined || count < 1 || count > maxV2Page) {
    throw new Problem(
      400,
      'E_LIST',
      text('The query parameter "limit" must be a whole number from 1 to {most}.', {
        most: maxV2Page,
      })
    )
  }
  const request = parseList(definition, others)
  if (cursor !== undefined && typeof cursor !== 'string') {
    refuse(text('The query parameter "cursor" must be given once.'))
  }
  const position = cursor ? positionOf(listMark(operation, http, request), cursor) : { offset: 0 }
  return { ...request, limit: count, offset: position.offset, byPlace: { at: position.place } }
}

/** A page in the v2 envelope. */
export function v2Page(
  operation: Operation,
  http: Pick<HttpContext, 'params'>,
  request: ListRequest,
  page: Page<unknown>
) {
  const { rows, total, next } = page
  const offset = page.offset + rows.length
  const isMore = next === undefined ? rows.length > 0 && offset < total : next !== null
  const mark = listMark(operation, http, request)
  const nextCursor = isMore
    ? cursorOf(mark, { offset, ...(next && next !== 'count' ? { place: next } : {}) })
    : null
  return { data: rows, nextCursor }
}

const wholeNumber = (value: unknown): number | undefined =>
  /^\d{1,9}$/.test(String(value)) ? Number(value) : undefined
