import type { HttpContext } from '@adonisjs/core/http'
import { nothingThere, Problem, refusedFields } from '../ground/problem.js'
import { defaultPageSize, parseList, type ListRequest } from '../lists/list.js'
import { badText, refuseForeign, refuseForeignName } from '../shapes/input_safety.js'
import { unknownFields, validate } from '../shapes/validate.js'
import type { Operation } from './operation.js'
import { parseV2List } from './v2.js'

const noList: ListRequest = {
  filter: {},
  sort: { field: 'id', direction: 'asc' },
  offset: 0,
  limit: defaultPageSize,
}

const maxParam = 200
const maxTail = 4096

/** Values of the path parameters. @throws Problem 404 for a value that cannot name anything */
function paramsOf({ path }: Operation, http: HttpContext): Record<string, string> {
  const given = http.params as Record<string, string | string[]>
  const params: Record<string, string> = {}
  for (const [, name = '', tail] of path.matchAll(/\{(\w+)(\*?)\}/g)) {
    const value = tail ? tailOf(http, given['*'] ?? []) : String(given[name])
    const tooLong = value.length > (tail ? maxTail : maxParam)
    if (tooLong || badText(value, '')) throw nothingThere()
    params[name] = value
  }
  return params
}

/** The decoded rest of a path. An encoded slash cannot be part of a name. */
function tailOf(http: HttpContext, parts: string | string[]): string {
  if (/%2f/i.test(http.request.parsedUrl.pathname ?? '')) throw nothingThere()
  return [parts].flat().join('/')
}

/** Validates the body. A streamed body stays undefined; raw bytes pass unchanged. */
async function checkedBody(
  { body: validator, reads, response }: Operation,
  body: unknown,
  shown: Operation | undefined
): Promise<unknown> {
  if (reads === 'raw') return body
  if (!validator || body === undefined) return undefined
  // Any body may name the tenant; `scopeOf` has already decided the scope.
  const unknown = unknownFields(validator, body, [response, shown?.response]).filter(
    ({ field }) => field !== 'tenantId'
  )
  const checked = await validate(validator, body).catch((error: unknown) => {
    if (error instanceof Problem) unknown.unshift(...error.errors)
    else throw error
  })
  const [first, ...others] = unknown
  if (first) throw refusedFields([first, ...others])
  return checked
}

/**
 * Validates all input of a request against the operation's declaration.
 * @param shown the operation that shows the changed resource, if any
 */
export async function readInput(
  operation: Operation,
  http: HttpContext,
  body: unknown,
  shown?: Operation
): Promise<unknown> {
  const params = paramsOf(operation, http)
  const query = http.request.qs()
  // The query string parser drops these names silently.
  for (const name of new URLSearchParams(http.request.parsedUrl.query ?? '').keys()) {
    refuseForeignName(name)
  }
  refuseForeign(query)
  const checked = await checkedBody(operation, body, shown)
  return { ...(await inputOf(operation, http, query)), params, body: checked }
}

function listOf(
  operation: Operation,
  http: HttpContext,
  query: Record<string, unknown>
): ListRequest {
  const { list, section } = operation
  if (!list) return noList
  return section ? parseV2List(operation, http, list, query) : parseList(list, query)
}

/** The input built from a request's query. */
export const inputOf = async (
  operation: Operation,
  http: HttpContext,
  query: Record<string, unknown>
) => ({
  http,
  params: {},
  body: undefined as unknown,
  query: operation.query ? await validate(operation.query, query) : undefined,
  list: listOf(operation, http, query),
})
