import vine, { errors as vineErrors } from '@vinejs/vine'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from './body.js'
import { badText, refuseForeign, refuseForeignName } from './foreign.js'
import { defaultPageSize, parseList, type ListRequest } from './list.js'
import type { Input, Operation, Validator } from './operation.js'
import { Problem, type FieldError } from './problem.js'

// Vine reads numbers with Number(), which throws for an object whose methods are data.
const { asNumber } = vine.helpers
vine.helpers.asNumber = (value) => (typeof value === 'object' ? Number.NaN : asNumber(value))

const noList: ListRequest = {
  filter: {},
  sort: { field: 'id', direction: 'asc' },
  offset: 0,
  limit: defaultPageSize,
}

/** Longest JSON body; files travel as streams. */
const maxJsonBytes = 1024 * 1024
/** The same from strangers: what they make the server parse costs them nothing. */
export const maxPublicJsonBytes = 16 * 1024

/** Reads a JSON body of at most `maxBytes`. @throws Problem 400, 408, 413 or 415; 422 for keys and texts nothing may hold. */
export async function readJson(http: HttpContext, maxBytes = maxJsonBytes): Promise<unknown> {
  const { request } = http.request
  const tooLarge = () => tooLargeProblem(maxBytes)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const bytes = await readBody(request, maxBytes, tooLarge)
  if (bytes.length === 0) return {}
  const type = http.request.header('content-type') ?? ''
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new Problem(415, 'E_MEDIA_TYPE', `Send application/json, not "${type.slice(0, 100)}".`)
  }
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Problem(400, 'E_JSON', 'The body is not valid JSON.')
  }
  refuseForeign(body)
  return body
}

function tooLargeProblem(maxBytes: number): Problem {
  return new Problem(413, 'E_TOO_LARGE', `A JSON body may have at most ${maxBytes} bytes.`, {
    // What is left of the body is not read; the connection cannot be used again.
    headers: { connection: 'close' },
  })
}

async function validate(validator: Validator, data: unknown): Promise<unknown> {
  try {
    return await validator.validate(data)
  } catch (error) {
    if (!(error instanceof vineErrors.E_VALIDATION_ERROR)) throw error
    const errors = (error.messages as FieldError[]).map(({ field, rule, message }) => ({
      field,
      rule,
      message,
    }))
    const message = errors[0]?.message ?? 'The request is not valid.'
    throw new Problem(422, 'E_VALIDATION', message, { errors })
  }
}

/** Checks everything a request brings against the operation's declaration. */
export async function readInput(
  operation: Operation,
  http: HttpContext,
  body: unknown
): Promise<Input> {
  const params: Record<string, string> = http.params
  const query = http.request.qs()
  // The parser of query strings drops such names without a word.
  for (const name of new URLSearchParams(http.request.parsedUrl.query ?? '').keys()) {
    refuseForeignName(name)
  }
  refuseForeign(query)
  for (const value of Object.values(params)) {
    if (value.length > 200 || badText(value, '')) {
      throw new Problem(404, 'E_NOT_FOUND', 'There is nothing at this address.')
    }
  }
  const input = {
    http,
    params,
    body: operation.body ? await validate(operation.body, body) : undefined,
    query: operation.query ? await validate(operation.query, query) : undefined,
    list: operation.list ? parseList(operation.list, query) : noList,
  }
  return input as Input
}
