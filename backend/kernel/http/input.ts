import vine, { errors as vineErrors } from '@vinejs/vine'
import type { HttpContext } from '@adonisjs/core/http'
import { FieldErrors, unfilled } from './field_errors.js'
import { badText, refuseForeign, refuseForeignName } from './foreign.js'
import { defaultPageSize, parseList, type ListRequest } from './list.js'
import type { Operation, Validator } from './operation.js'
import { shapeOf } from './shape_node.js'
import { unknownNames } from './unknown_names.js'
import { parseV2List } from './v2.js'
import {
  mostErrors,
  nothingThere,
  Problem,
  refusedFields,
  type FieldError,
} from '../ground/problem.js'

// Vine reads numbers with Number(), which throws for an object whose methods are data.
const { asNumber } = vine.helpers
vine.helpers.asNumber = (value) => (typeof value === 'object' ? Number.NaN : asNumber(value))

const noList: ListRequest = {
  filter: {},
  sort: { field: 'id', direction: 'asc' },
  offset: 0,
  limit: defaultPageSize,
}

/** @throws Problem 422 that names the fields */
export async function validate(validator: Validator, data: unknown): Promise<unknown> {
  try {
    return await validator.validate(data, {
      errorReporter: () => new FieldErrors(),
      messagesProvider: unfilled(validator.messagesProvider),
    })
  } catch (error) {
    if (!(error instanceof vineErrors.E_VALIDATION_ERROR)) throw error
    throw refusedFields(error.messages as [FieldError, ...FieldError[]])
  }
}

const maxParam = 200
const maxTail = 4096

/** The values of the parameters in the path. @throws Problem 404 for one that names nothing */
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

/** The rest of a path, decoded. A slash that was sent as a letter of a name is in no name. */
function tailOf(http: HttpContext, parts: string | string[]): string {
  if (/%2f/i.test(http.request.parsedUrl.pathname ?? '')) throw nothingThere()
  return [parts].flat().join('/')
}

/** A body the controller streams stays undefined, one of bytes what it is. */
async function checkedBody(
  { body: validator, reads, response }: Operation,
  body: unknown,
  shown: Operation | undefined
): Promise<unknown> {
  if (reads === 'raw') return body
  if (!validator || body === undefined) return undefined
  // The tenant may be named in any body; where the call runs has been decided (see `scopeOf`).
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

/** The first names in `data` that the validator does not know, nor (of records sent back as read) the answers. */
export function unknownFields(
  validator: Validator,
  data: unknown,
  answers: readonly (Validator | undefined)[] = []
): FieldError[] {
  const shown = answers.flatMap((answer) => (answer ? shapeOf(answer) : []))
  const found: FieldError[] = []
  for (const unknown of unknownNames(data, shapeOf(validator), shown)) {
    if (found.push(unknown) === mostErrors) break
  }
  return found
}

/**
 * Checks everything a request brings against the operation's declaration.
 * @param shown the operation that shows what this one changes, if there is one
 */
export async function readInput(
  operation: Operation,
  http: HttpContext,
  body: unknown,
  shown?: Operation
): Promise<unknown> {
  const params = paramsOf(operation, http)
  const query = http.request.qs()
  // The parser of query strings drops such names without a word.
  for (const name of new URLSearchParams(http.request.parsedUrl.query ?? '').keys()) {
    refuseForeignName(name)
  }
  refuseForeign(query)
  const checked = await checkedBody(operation, body, shown)
  return { ...(await inputOf(operation, http, query)), params, body: checked }
}

function listOf(operation: Operation, query: Record<string, unknown>): ListRequest {
  const { list, section } = operation
  if (!list) return noList
  return section ? parseV2List(operation, list, query) : parseList(list, query)
}

/** What the query of a request makes of its input. */
export const inputOf = async (
  operation: Operation,
  http: HttpContext,
  query: Record<string, unknown>
) => ({
  http,
  params: {},
  body: undefined as unknown,
  query: operation.query ? await validate(operation.query, query) : undefined,
  list: listOf(operation, query),
})
