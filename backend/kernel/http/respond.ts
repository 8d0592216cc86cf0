import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'
import { etagOf, namesTag } from './etag.js'
import type { ListRequest } from '../lists/list.js'
import type { Operation } from './operation.js'
import { Page } from '../lists/page.js'
import { peekCall } from './call.js'
import { inEnvelope, v2Page } from './v2.js'
import { Answer } from './answer.js'

const compress = promisify(gzip)
/** Below this size, gzip saves less than its headers cost. */
const worthCompressing = 1024

interface Shown {
  status: number
  body: unknown
  isPage: boolean
}

/** Sends a JSON body. A single resource gets an ETag, so callers can detect changes. */
async function json(operation: Operation, http: HttpContext, { status, body, isPage }: Shown) {
  const { request, response } = http
  const state = JSON.stringify(body)
  const text = operation.section && !isPage ? JSON.stringify(inEnvelope(operation, body)) : state
  setLocation(operation, http, status, body)
  const isThing = operation.method === 'GET' && !operation.list && status === 200
  const etag = isThing ? etagOf(state, body, operation.figures) : undefined
  if (etag) response.header('etag', etag)
  if (etag && namesTag(request.header('if-none-match') ?? '', etag)) {
    return response.status(304).send(null)
  }
  response.status(status).header('content-type', 'application/json; charset=utf-8')
  if (text.length < worthCompressing) return response.send(text)
  response.vary('Accept-Encoding')
  if (!request.encoding(['gzip'])) return response.send(text)
  // Compressed bytes differ from the plain ones, so the tag is weak (RFC 9110, 8.8.1).
  if (etag) response.header('etag', `W/${etag}`)
  response.header('content-encoding', 'gzip')
  // A HEAD answer omits Content-Length: the compressed length is unknown (RFC 9110, 9.3.2).
  if (request.method() === 'HEAD') return response.send('')
  response.send(await compress(text))
}

function contentRange(resource: string, { rows, offset, total }: Page<unknown>): string {
  return rows.length === 0
    ? `${resource} */${total}`
    : `${resource} ${offset}-${offset + rows.length - 1}/${total}`
}

/** Sets `Location` to the address of the created resource. */
function setLocation({ location }: Operation, http: HttpContext, status: number, body: unknown) {
  if (!location || (status !== 201 && status !== 202)) return
  const made = body as Record<string, unknown>
  const filled = location.replace(/\{(\w+)\}/g, (_, name: string) => String(made[name]))
  http.response.header('location', filled)
}

/**
 * Turns a controller's result into an answer with status and headers; undefined when it wrote the response
 * itself (a stream).
 */
export function answerFor(
  operation: Operation,
  http: HttpContext,
  result: unknown
): Answer<unknown> | undefined {
  if (result instanceof Answer) return result
  if (result instanceof Page && operation.section) {
    const { list } = peekCall(http)!.input as { list: ListRequest }
    return new Answer(200, v2Page(operation, http, list, result))
  }
  if (result instanceof Page) {
    const resource = operation.list?.resource ?? 'items'
    return new Answer(200, result.rows, { 'content-range': contentRange(resource, result) })
  }
  if (result !== undefined) return new Answer(operation.status ?? 200, result)
  return http.response.hasLazyBody ? undefined : new Answer(operation.status ?? 204)
}

/** Writes a controller's result: a page, an Answer, a value, or nothing (204, or a stream the controller set). */
export async function respond(
  operation: Operation,
  http: HttpContext,
  result: unknown
): Promise<void> {
  const answer = answerFor(operation, http, result)
  if (!answer) return
  for (const [name, value] of Object.entries(answer.headers)) http.response.header(name, value)
  const isPage = result instanceof Page
  if (answer.body !== undefined) await json(operation, http, { ...answer, isPage })
  else http.response.status(answer.status).send(null)
}
