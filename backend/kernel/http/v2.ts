import { hash } from 'node:crypto'
import { currentContext } from '../ground/context.js'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import type { RowPlace } from './cut.js'
import { parseList, type ListDefinition, type ListRequest } from './list.js'
import type { Operation } from './operation.js'
import type { Page } from './page.js'

/*
 * `/api/v2`: the operations for programs. Each is an operation under `/api`, declared once and served a second time with
 * the same controller, permission and validators. Only the coat differs: answers are `{ data }`, lists are
 * `{ data, nextCursor }` and are read by cursor.
 */

/** The sections of the API reference. A plugin says which of its addresses belong to which (`publicApi`). */
export const apiSections = [
  'authentication',
  'tenants',
  'users',
  'assets',
  'workflows',
  'integrations',
  'sync',
  'analytics',
  'webhooks',
] as const
export type ApiSection = (typeof apiSections)[number]

/** The version of what programs are promised. */
export const apiVersion = '2.1'

export const maxV2Page = 100
const defaultV2Page = 50
const root = '/api'

/**
 * The same operations under `/api/v2`.
 * @param sections beginnings of paths, such as `/assets`, and the section of each; the longest that fits counts, and null
 *   leaves out what lies below
 */
export function secondCoat(
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

/** Puts what a controller answered into the coat of its operation. */
export function coated({ section }: Operation, body: unknown): unknown {
  return section ? { data: body } : body
}

/** Identifies a list: a cursor is valid only for the list it came from. */
const listMark = (path: string, { filter, sort }: Pick<ListRequest, 'filter' | 'sort'>): string =>
  hash(
    'sha256',
    JSON.stringify([path, currentContext().tenantId, filter, sort]),
    'base64url'
  ).slice(0, 16)

const prefix = 'c1_'

interface Position {
  offset: number
  place?: RowPlace
}

function refuse(message: ReturnType<typeof text>): never {
  throw new Problem(400, 'E_CURSOR', message)
}

function cursorOf(mark: string, { offset, place }: Position): string {
  const body = JSON.stringify(place ? [offset, place.value, place.id] : [offset])
  const check = hash('sha256', `${mark}${body}`, 'base64url').slice(0, 16)
  return prefix + Buffer.from(check + body).toString('base64url')
}

/** @throws Problem 400 for a cursor that this list did not give */
function positionOf(mark: string, cursor: string): Position {
  if (!cursor.startsWith(prefix)) {
    refuse(
      /^c\d+_/.test(cursor)
        ? text(
            'The cursor was given by another version of Crossdock. Read the list from its start.'
          )
        : text('The cursor is none that a list gave. Use the nextCursor of the page before.')
    )
  }
  const read = Buffer.from(cursor.slice(prefix.length), 'base64url').toString()
  const body = read.slice(16)
  if (read.slice(0, 16) !== hash('sha256', `${mark}${body}`, 'base64url').slice(0, 16)) {
    refuse(
      text(
        'The cursor is cut short or belongs to another list, filter, sort or organization. Use the nextCursor of the page before.'
      )
    )
  }
  const [offset, value, id] = JSON.parse(body) as [number, RowPlace['value'], string?]
  return id === undefined ? { offset } : { offset, place: { value, id } }
}

/**
 * Reads `filter`, `sort`, `limit` (at most 100), `cursor` and the filters' plain names.
 * @throws Problem 400 as `parseList`, and for a cursor that this list did not give
 */
export function parseV2List(
  { path }: Operation,
  definition: ListDefinition,
  query: Record<string, unknown>
): ListRequest {
  const { cursor, limit, range, ...others } = query
  if (range !== undefined) {
    refuse(text('The query parameter "range" is not known here. Use "limit" and "cursor".'))
  }
  const count = limit === undefined ? defaultV2Page : Number(limit)
  if (!Number.isInteger(count) || count < 1 || count > maxV2Page) {
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
  const position = cursor ? positionOf(listMark(path, request), cursor) : { offset: 0 }
  return { ...request, limit: count, offset: position.offset, byPlace: { at: position.place } }
}

/** A page as programs read it. */
export function v2Page(operation: Operation, request: ListRequest, page: Page<unknown>) {
  const { rows, total, next } = page
  const offset = page.offset + rows.length
  const isMore = next === undefined ? rows.length > 0 && offset < total : next !== null
  const mark = listMark(operation.path, request)
  const nextCursor = isMore
    ? cursorOf(mark, { offset, ...(next && next !== 'count' ? { place: next } : {}) })
    : null
  return { data: rows, nextCursor }
}
